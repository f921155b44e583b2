"""A name in a sibling session stands on a served page once it is given out there, and not before."""

from tests.pages.test_names_on_pages import congress, desk


def test_a_served_page_has_a_siblings_names_as_soon_as_they_are_given_out(tmp_path, monkeypatch, serve):
    monkeypatch.chdir(tmp_path)
    congress(tmp_path)
    desk(tmp_path, "publish --session final --yes")
    served = serve("final")
    assert "Ann Lee" not in served.text("/standings.html")
    desk(tmp_path, "publish --session saturday --yes")
    served.look()
    assert "Ann Lee" in served.text("/standings.html")
