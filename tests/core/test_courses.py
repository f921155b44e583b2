"""The state machines of calls, rulings and appeals as tables.

Given what happened so far, when a word, then the states or a refusal.
"""

import pytest

from tests.core.course import Course, rows

CALLS = """
                              | call     | call open
                              | facts    | refused no-such-case
call                          | facts    | call facts agreed
call                          | disputed | call facts disputed
call facts                    | disputed | call facts disputed
call disputed                 | facts    | call facts agreed
call                          | poll     | call open
call facts                    | poll     | call facts agreed
call                          | open-poll     | call open
call open-poll                | open-poll     | refused poll-open
call open-poll                | close-poll    | call open
call open-poll                | nobody-polled | refused no-answers
call open-poll close-poll     | open-poll     | call open
call open-poll close-poll     | unpoll        | refused undo-nothing
call open-poll                | poll          | call open
call open-poll poll           | close-poll    | call open
call open-poll unpoll         | close-poll    | refused no-open-poll
call                          | close-poll    | refused no-open-poll
call uncall                   | open-poll     | refused case-withdrawn
call                          | play-on  | call play on
call play-on                  | play-on  | refused nothing-to-change
call play-on                  | refer    | call referred
call play-on                  | nothing  | call no infraction
call nothing                  | play-on  | call play on
call facts                    | ruling   | call ruled, ruling standing
call disputed                 | ruling   | call ruled, ruling standing
call play-on                  | ruling   | call ruled, ruling standing
call refer                    | ruling   | call ruled, ruling standing
call nothing                  | ruling   | call ruled, ruling standing
call ruling                   | nothing  | refused already-ruled
call facts ruling             | unrule   | call facts agreed, ruling withdrawn
call ruling unrule            | ruling   | call ruled, ruling standing
call                          | uncall   | call withdrawn
call uncall                   | facts    | refused case-withdrawn
call uncall                   | ruling   | refused case-withdrawn
call ruling                   | uncall   | refused has-dependants
call ruling unrule            | uncall   | call withdrawn, ruling withdrawn
"""

RULINGS = """
                              | ruling      | ruling standing
                              | for-now     | ruling provisional
                              | amend       | refused no-such-case
for-now                       | amend       | ruling standing
for-now                       | facts-only  | ruling provisional
for-now                       | lodge       | refused ruling-provisional
for-now publish wait          | amend       | ruling standing
ruling                        | ruling      | refused already-ruled
ruling                        | amend       | ruling standing
ruling                        | tell        | ruling standing
ruling tell                   | tell        | refused nothing-to-change
ruling                        | unrule      | ruling withdrawn
ruling unrule                 | unrule      | refused case-withdrawn
ruling unrule                 | amend       | refused case-withdrawn
ruling unrule                 | lodge       | refused case-withdrawn
ruling                        | second      | ruling standing
ruling publish                | amend       | refused needs-cause
ruling publish                | facts-only  | ruling standing
ruling publish                | second      | ruling standing
ruling publish                | 82C         | ruling standing
ruling publish                | unsettle    | refused not-provisional
for-now                       | unsettle    | refused nothing-to-change
ruling publish                | unpublish   | ruling standing
ruling publish unpublish      | amend       | refused needs-cause
ruling publish wait           | unpublish   | refused correction-late
call nothing publish wait     | ruling      | refused ruling-late
ruling publish second         | second      | refused nothing-to-change
ruling publish                | ordered     | refused no-order
ruling publish                | from-above  | refused nothing-to-change
ruling second                 | undo-ruling | ruling withdrawn
ruling second                 | lodge-first | refused ruling-superseded
ruling wait                   | second      | ruling standing
publish ruling                | lodge       | ruling under appeal, appeal lodged
publish wait                  | ruling      | refused ruling-late
call publish wait             | ruling      | call ruled, ruling standing
call publish wait ruling wait | second      | refused final
ruling publish wait           | second      | refused final
ruling publish wait           | facts-only  | refused final
ruling publish wait           | unrule      | refused final
ruling publish wait           | lodge       | refused appeal-late
ruling publish wait           | from-above  | ruling standing
ruling publish                | lodge-late  | refused nothing-to-change
ruling publish wait           | lodge-late  | ruling under appeal, appeal lodged
ruling facts-only publish second | unamend  | refused ruling-superseded
ruling facts-only second lodge vary | unamend | refused ruling-superseded
for-now give-stands publish   | unamend     | refused needs-cause
for-now give-stands           | unamend     | ruling provisional
ruling tell                   | untell      | ruling standing
ruling tell untell            | tell        | ruling standing
call nothing publish wait     | play-on     | refused ruling-late
publish                       | correct     |
publish wait                  | correct     | refused correction-late
"""

APPEALS = """
                                         | lodge        | refused no-such-case
                                         | uphold       | refused no-such-case
ruling                                   | lodge        | ruling under appeal, appeal lodged
ruling                                   | lodge-alone  | refused concurrence
ruling                                   | refer-it     | ruling under appeal, appeal lodged
ruling                                   | hear         | refused no-such-case
ruling lodge                             | lodge        | refused appealed-already
ruling lodge                             | lodge-ns     | ruling under appeal, appeal lodged
ruling lodge                             | amend        | refused needs-cause
ruling lodge                             | unrule       | refused has-dependants
ruling lodge                             | screen       | ruling under appeal, appeal screened
ruling lodge screen                      | screen       | refused nothing-to-change
ruling lodge                             | reject       | ruling standing, appeal rejected
ruling lodge reject                      | hear         | refused appeal-rejected
ruling lodge reject                      | uphold       | refused appeal-rejected
ruling lodge reject                      | screen       | ruling under appeal, appeal screened
ruling lodge reject                      | lodge        | ruling under appeal, appeal lodged
ruling lodge                             | drop         | ruling standing, appeal withdrawn
ruling lodge                             | drop-freely  | refused needs-leave
ruling lodge hear                        | drop         | ruling standing, appeal withdrawn
ruling lodge drop                        | drop         | refused case-withdrawn
ruling lodge drop                        | hear         | refused case-withdrawn
ruling lodge drop                        | lodge        | ruling under appeal, appeal lodged
ruling lodge                             | unlodge      | ruling standing, appeal withdrawn
ruling lodge screen                      | unlodge      | refused has-dependants
ruling lodge                             | hear         | ruling under appeal, appeal heard
ruling lodge hear                        | hear         | refused nothing-to-change
ruling lodge hear                        | screen       | refused nothing-to-change
ruling lodge hear                        | screen-law   | ruling under appeal, appeal heard
ruling lodge hear                        | reject       | refused heard-already
ruling lodge reject                      | drop         | refused appeal-rejected
ruling lodge screen                      | law-varied   | refused screened-otherwise
ruling lodge screen                      | chief-varies | refused screened-otherwise
ruling lodge drop                        | undrop       | ruling under appeal, appeal lodged
ruling lodge drop lodge                  | undrop       | refused appealed-already
ruling lodge                             | unsettle     | refused not-provisional
ruling lodge screen hear                 | uphold       | ruling decided, appeal decided
ruling lodge                             | uphold       | ruling decided, appeal decided
ruling lodge hear                        | vary         | ruling decided, appeal decided
ruling lodge hear                        | overturn     | ruling decided, appeal decided
ruling lodge hear                        | restore      | ruling decided, appeal decided
ruling lodge hear                        | remit        | ruling standing, appeal decided
ruling lodge hear                        | recommend    | ruling standing, appeal decided
ruling lodge                             | chief-varies | ruling decided, appeal resolved
ruling lodge                             | law-varied   | ruling decided, appeal resolved
ruling lodge                             | committee-on-law | refused committee-on-law
ruling lodge screen-law                  | committee-on-law | refused committee-on-law
ruling lodge screen-law                  | vary         | ruling decided, appeal resolved
ruling lodge screen-law                  | recommend    | refused one-kind
ruling lodge screen-law                  | uphold       | ruling decided, appeal resolved
ruling lodge screen-law uphold           | to-committee | ruling under appeal, appeal further appeal
ruling lodge screen-law uphold to-committee | review    | refused committee-on-law
ruling lodge screen-law uphold to-committee | hear      | ruling under appeal, appeal further appeal
ruling lodge screen-law uphold to-committee | upheld-above | ruling decided, appeal reviewed
ruling lodge screen-law uphold to-committee | recommended-above | ruling standing, appeal reviewed
ruling lodge screen-law uphold to-committee recommended-above | ordered | ruling standing, appeal reviewed
ruling lodge screen-law uphold to-committee upheld-above | unreview | ruling under appeal, appeal further appeal
ruling lodge screen-law uphold to-committee upheld-above | to-committee | refused other-instance
ruling lodge screen-law uphold to-committee upheld-above | further | ruling under appeal, appeal further appeal
ruling lodge screen-law uphold to-committee upheld-above further | review | ruling final, appeal reviewed
ruling lodge screen-law uphold to-committee upheld-above further review | further | refused final
ruling lodge vary                        | to-committee | refused other-instance
ruling lodge lodge-ns                    | vary-both    | ruling decided, appeal decided
ruling lodge lodge-ns vary-both          | recall       | ruling under appeal, appeal screened
ruling lodge lodge-ns vary-both          | further-first | ruling under appeal, appeal decided
ruling lodge lodge-ns vary-both further-first | further | ruling under appeal, appeal further appeal
ruling lodge lodge-ns vary-both further-first further | review-both | ruling final, appeal reviewed
ruling lodge lodge-ns overturn-first     | further-first | refused appeal-open
ruling lodge lodge-ns overturn-first     | vary         | ruling decided, appeal decided
ruling lodge lodge-ns overturn-first vary | further-first | ruling under appeal, appeal decided
ruling lodge lodge-ns overturn-first vary further-first | recall | refused has-dependants
ruling lodge lodge-ns overturn-first drop | further-first | ruling under appeal, appeal withdrawn
ruling lodge screen-law lodge-ns         | vary-both    | ruling decided, appeal resolved
ruling lodge reject lodge-ns vary further | screen-first | refused final
ruling lodge vary                        | vary         | refused decided-already
ruling lodge vary                        | hear         | refused decided-already
ruling lodge vary                        | drop         | refused decided-already
ruling lodge vary                        | screen       | refused decided-already
ruling lodge vary                        | second       | refused final
ruling lodge vary                        | lodge        | refused final
ruling lodge vary                        | lodge-ns     | ruling under appeal, appeal lodged
ruling lodge vary                        | unrule       | refused has-dependants
ruling lodge overturn                    | from-above   | ruling standing, appeal decided
ruling lodge vary                        | recall       | ruling under appeal, appeal screened
ruling lodge hear vary                   | recall       | ruling under appeal, appeal heard
ruling lodge vary recall                 | uphold       | ruling decided, appeal decided
ruling lodge remit                       | ordered      | ruling standing, appeal decided
ruling lodge remit publish wait          | ordered      | ruling standing, appeal decided
ruling lodge reject second               | screen       | ruling standing, appeal to be confirmed
ruling lodge reject lodge                | screen-first | refused appealed-already
ruling lodge reject lodge vary           | screen-first | refused final
ruling lodge drop unrule                 | undrop       | refused case-withdrawn
ruling lodge reject unrule               | screen       | refused case-withdrawn
ruling lodge drop lodge-ns vary          | undrop       | ruling under appeal, appeal decided
ruling lodge second confirm              | unconfirm    | ruling standing, appeal to be confirmed
ruling lodge second confirm drop undo-ruling | undrop   | refused case-withdrawn
ruling lodge lodge-ns remit-first vary   | ordered-first | refused no-order
ruling lodge lodge-ns remit              | uphold-first | ruling decided, appeal decided
ruling lodge remit                       | second       | refused needs-cause
ruling lodge vary further from-above confirm drop | lodge-ns | ruling under appeal, appeal lodged
ruling lodge remit ordered               | further      | refused ruling-superseded
ruling lodge remit further               | upheld-above | ruling standing, appeal reviewed
ruling lodge remit further upheld-above  | ordered      | ruling standing, appeal reviewed
ruling lodge vary further                | remitted-above | ruling standing, appeal reviewed
ruling lodge vary further remitted-above | ordered      | ruling standing, appeal reviewed
ruling lodge vary further upheld-above   | second       | refused final
ruling lodge vary further                | unfurther    | ruling decided, appeal decided
ruling lodge vary further                | drop         | ruling decided, appeal decided
ruling lodge vary further drop           | further      | ruling under appeal, appeal further appeal
ruling lodge vary further                | from-above   | ruling standing, appeal to be confirmed
ruling lodge vary further from-above     | review       | refused ruling-superseded
ruling lodge vary further from-above     | confirm      | ruling under appeal, appeal further appeal
ruling lodge vary further from-above confirm | recall     | refused has-dependants
ruling lodge vary                        | as-ruled     | ruling standing, appeal decided
ruling lodge second lodge                | confirm-first | refused appealed-already
ruling lodge recommend                   | lodge-ns     | ruling under appeal, appeal lodged
ruling lodge remit ordered               | recall       | refused has-dependants
ruling lodge remit ordered               | lodge-ns     | ruling under appeal, appeal lodged
ruling lodge uphold                      | ordered      | refused no-order
ruling lodge                             | second       | ruling standing, appeal to be confirmed
ruling lodge second                      | uphold       | refused ruling-superseded
ruling lodge second                      | hear         | refused ruling-superseded
ruling lodge second                      | confirm      | ruling under appeal, appeal lodged
ruling lodge second                      | drop         | ruling standing, appeal withdrawn
ruling lodge second                      | lodge-ns     | ruling under appeal, appeal lodged
ruling lodge second confirm              | uphold       | ruling decided, appeal decided
ruling lodge second undo-ruling          | uphold       | ruling withdrawn, appeal decided
ruling lodge                             | confirm      | refused nothing-to-change
ruling lodge publish wait                | second       | refused final
ruling lodge                             | further      | refused no-prior-appeal
ruling lodge                             | review       | refused no-prior-appeal
ruling lodge vary                        | further      | ruling under appeal, appeal further appeal
ruling lodge vary                        | review       | refused no-prior-appeal
ruling lodge vary further                | further      | refused appealed-already
ruling lodge vary further                | recall       | refused has-dependants
ruling lodge vary further                | review       | ruling final, appeal reviewed
ruling lodge vary further review         | review       | refused decided-already
ruling lodge vary further review         | unreview     | ruling under appeal, appeal further appeal
publish ruling lodge wait                | vary         | ruling decided, appeal decided
publish ruling wait                      | lodge-late   | ruling under appeal, appeal lodged
"""


@pytest.mark.parametrize(("so_far", "word", "then"), rows(CALLS) + rows(RULINGS) + rows(APPEALS))
def test_a_case_goes_on(so_far, word, then):
    course = Course()
    course.follow(so_far)
    assert course.outcome(word) == then
