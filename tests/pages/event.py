"""A small congress typed at the desk: two sections, a final with carry-forward, a Swiss, an all-play-all and a cup."""

DAYS = """
init
tournament open spring --title "Spring <congress>"
tournament stage add qualifying --ties between,last-session
tournament stage add final --adds matchpoints
session open friday-a --title "Friday A" --boards 1-2 --contestants 1-4
result add 1/1 4SN= --ns 1 --ew 2 --session friday-a
result add 1/2 4SN-1 --ns 3 --ew 4 --session friday-a
result add 2/1 3NTN= --ns 1 --ew 3 --session friday-a
result add 2/2 3NTN+1 --ns 2 --ew 4 --session friday-a
person add 1 "Ann Archer" "Bob Bell" --session friday-a
session open friday-b --title "Friday B" --boards 1-2 --contestants 1-4
result add 1/1 4SN= --ns 1 --ew 2 --session friday-b
result add 1/2 4SN= --ns 3 --ew 4 --session friday-b
result add 2/1 3NTN-1 --ns 1 --ew 3 --session friday-b
result add 2/2 3NTN+1 --ns 2 --ew 4 --session friday-b
penalty add 2 10% --reason "late again" --session friday-b
tournament add friday-a --stage qualifying --sitting 1 --section A
tournament add friday-b --stage qualifying --sitting 1 --section B
tournament qualify qualifying --into final --best 4 --also A2,A3 --despite --reason "play goes on"
tournament carry rule final white-book --from qualifying
session open sunday --boards 1 --contestants 1-4
result add 1/1 3NTN= --ns 1 --ew 2 --session sunday
result add 1/2 3NTN+1 --ns 3 --ew 4 --session sunday
tournament add sunday --stage final 1=A2 2=A3 3=B3 4=B2
"""
SWISS = """
tournament stage add swiss --format swiss
session open teams --scoring teams --boards 1 --contestants "Norway,Malta,Oslo,Rome,Kyiv"
tournament add teams --stage swiss
tournament draw swiss --pairs "Norway-Malta, Oslo-Rome" --bye Kyiv --reason "by lot"
result add 1 4SN= --table 1a --ns Norway --ew Malta --round 1 --session teams
result add 1 4SN-1 --table 1b --ns Malta --ew Norway --round 1 --session teams
result add 1 4SN= --table 2a --ns Oslo --ew Rome --round 1 --session teams
result add 1 4SN= --table 2b --ns Rome --ew Oslo --round 1 --session teams
tournament draw swiss --pairs "Norway-Oslo, Malta-Kyiv" --bye Rome
"""
LEAGUE = """
tournament stage add league --format all-play-all --adds victory-points
session open met --scoring teams --boards 1 --contestants "Wales,Spain,Italy"
result add 1 4SN= --table 1a --ns Wales --ew Spain --round 1 --session met
result add 1 4SN-1 --table 1b --ns Spain --ew Wales --round 1 --session met
tournament add met --stage league
"""
CUP = """
tournament stage add cup --format knockout
tournament draw-bracket cup --seeds "Bergen, Turku, Aarhus"
session open semi --scoring knockout --boards 1 --contestants "Turku,Aarhus"
result add 1 4SN= --table 1a --ns Turku --ew Aarhus --session semi
result add 1 4SN-1 --table 1b --ns Aarhus --ew Turku --session semi
tournament add semi --stage cup
"""
EVENT = DAYS + SWISS + LEAGUE + CUP
"""What is typed before the standing is published."""

AFTER = """
tournament publish --note "on the <wall>"
ruling add 1/2 --result 4SN= --offender EW --law 16B --reason "W hesitated" --session friday-a
"""
"""The standing is given out; then a ruling of Friday moves it."""
