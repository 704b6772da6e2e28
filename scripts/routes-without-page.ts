/**
 * Prints the routes that have no page yet, per role set with counts: what is left to build.
 * `node scripts/routes-without-page.ts` for people, `--json` for programs: `[{roles, total, without: [{path,
 * title, feature}]}]`.
 */
import { parseArgs } from 'node:util'
import { roles } from '../catalogue/access/roles.ts'
import { pagesFor } from '../catalogue/pages/pages.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })

const sets = [
  { role: null, label: '公众' },
  ...roles.map(({ role, label }) => ({ role, label: `${role} ${label}` })),
].map(({ role, label }) => {
  // A route that only redirects needs no page.
  const own = pagesFor(role).filter((entry) => entry.redirect === undefined)
  const without = own.filter((entry) => entry.page === null)
  return { role: role ?? 'public', label, total: own.length, without }
})

if (values.json) {
  const rows = sets.map(({ role, total, without }) => ({
    roles: role,
    total,
    without: without.map(({ path, title, feature }) => ({ path, title, feature })),
  }))
  console.log(JSON.stringify(rows, null, 2))
} else {
  for (const { label, total, without } of sets) {
    console.log(`\n${label}: ${without.length} of ${total} routes without a page`)
    for (const { path, title } of without) console.log(`  ${path}  ${title}`)
  }
  const paths = new Set(sets.flatMap(({ without }) => without.map(({ path }) => path)))
  console.log(`\n${paths.size} different paths without a page`)
}
