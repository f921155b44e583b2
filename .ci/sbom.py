"""What is in a wheel and what it needs, as CycloneDX 1.7 (PEP 770): made of `pyproject.toml` alone, so that the same
checkout makes the same bytes."""

import json
import re
from typing import Any

_NAMED = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[[^]]*\])?\s*(?P<range>[^;]*)")
_FOR_WORK_ON_IT = ("test", "oracle")


def sbom(project: dict[str, Any], licences: dict[str, str], version: str) -> str:
    """The bill of materials of a wheel: itself, and what is installed with it or for one of its extras.

    `licences` has the SPDX expression of each of these. Nothing of them is in the wheel: they are external. KeyError
    where one has no licence.
    """
    itself = f"pkg:pypi/{project['name']}@{version}"
    needed = [_external(each, licences, "required") for each in project["dependencies"]]
    extras = {name: each for name, each in project["optional-dependencies"].items() if name not in _FOR_WORK_ON_IT}
    needed += [_external(each, licences, "optional", extra) for extra, wanted in extras.items() for each in wanted]
    needed.sort(key=lambda each: str(each["bom-ref"]))
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.7.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.7",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": itself,
                "name": project["name"],
                "version": version,
                "description": project["description"],
                "licenses": [{"expression": project["license"]}],
                "purl": itself,
            }
        },
        "components": needed,
        "dependencies": [{"ref": itself, "dependsOn": [each["bom-ref"] for each in needed]}],
    }
    return json.dumps(bill, indent=2, ensure_ascii=False) + "\n"


def _external(requirement: str, licences: dict[str, str], scope: str, extra: str = "") -> dict[str, Any]:
    said = _NAMED.match(requirement)
    if said is None:
        raise ValueError(f"{requirement!r} names no package")
    name = said["name"].lower().replace("_", "-")
    bounds = said["range"].strip().replace(",", "|")
    for_extra = {"properties": [{"name": "python:extra", "value": extra}]} if extra else {}
    return {
        "type": "library",
        "bom-ref": f"pkg:pypi/{name}",
        "name": name,
        "isExternal": True,
        "versionRange": f"vers:pypi/{bounds}",
        "scope": scope,
        "licenses": [{"expression": licences[name]}],
        "purl": f"pkg:pypi/{name}",
    } | for_extra
