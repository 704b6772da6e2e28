import { readFileSync } from 'node:fs'
import { kinds } from '../catalogue/kinds/kinds.ts'

const rooms = /^(?:catalogue|server\/engine|client\/engine)\/kinds\/|^e2e\//
// A record's owner has a kind too, teacher or institution: these two names count after a field only.
const ownersToo = new Set(['teacher', 'institution'])
const all = Object.keys(kinds)
const names = all.filter((name) => !ownersToo.has(name)).join('|')

/** Comparisons with the name of a field kind, either way round, and cases of a switch on it. */
const branches = [
  new RegExp(`\\bfields?\\b[\\w.?[\\]]*\\.kind\\s*[!=]==?\\s*['"](?:${all.join('|')})['"]`),
  new RegExp(`\\bkind\\)?\\s*[!=]==?\\s*['"](?:${names})['"]`),
  new RegExp(`['"](?:${names})['"]\\s*[!=]==?\\s*[\\w.?[\\]]*\\bkind\\b`),
  new RegExp(`\\[[^\\]]*['"](?:${names})['"][^\\]]*\\]\\.includes\\([^)]*\\bkind\\)`),
  new RegExp(`switch \\([^)]*\\bkind\\)\\s*{[^}]*case ['"](?:${names})['"]`),
]

/**
 * Places outside the kinds that ask which kind a field has. Each would have to be found again when a kind is
 * added, so it belongs into the table of its side as a property. The names of the kinds decide, not the
 * property's name: shapes, findings and faults have a `kind` too.
 */
export function kindBranches(paths: readonly string[]): string[] {
  return paths
    .filter((path) => !rooms.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8')
      const lines = branches.flatMap((branch) =>
        [...text.matchAll(new RegExp(branch, 'g'))].map(
          ({ index }) => text.slice(0, index).split('\n').length,
        ),
      )
      return [...new Set(lines)].map((line) => `${path}:${line} asks which kind a field has`)
    })
}
