import type { Actor } from '../../../catalogue/access/access.ts'
import type { PackageReport, PackageSubject } from '../../../catalogue/contract/archive-transfer.ts'
import { forms } from '../../../catalogue/forms/forms.ts'
import { aboveOf, officesOf } from './above.ts'
import { itemsOf } from './contents.ts'
import { examineItem, Findings } from './findings.ts'
import type { TransferNeeds } from './needs.ts'
import { openSubject, type OpenedSubject } from './subject.ts'

/** Types of which one record is printed as a form. */
const printedTypes: ReadonlySet<string> = new Set(
  Object.values(forms).flatMap(({ about }) => (about.is === 'record' ? [about.type] : [])),
)

/** Counts what a package would hold and looks for what is wrong with it, without writing anything. */
export async function examine(
  needs: TransferNeeds,
  actor: Actor,
  subject: OpenedSubject,
): Promise<Omit<PackageReport, 'offices'> & { readonly problems: number }> {
  const findings = new Findings()
  const people = new Set<number>()
  const types = new Map<string, number>()
  const sum = { records: 0, files: 0, bytes: 0, forms: 0, masked: 0 }
  for await (const item of itemsOf(needs, actor, subject)) {
    const { definition, row } = item
    sum.records += 1
    people.add(row.ownerId)
    types.set(definition.title, (types.get(definition.title) ?? 0) + 1)
    if (printedTypes.has(definition.name)) sum.forms += 1
    if (row.masked.length > 0) sum.masked += 1
    for (const { bytes } of await examineItem(needs, item, findings)) {
      sum.files += 1
      sum.bytes += bytes
    }
  }
  return {
    title: subject.title,
    ...sum,
    people: people.size,
    types: [...types].map(([title, records]) => ({ title, records })),
    aspects: findings.report(),
    problems: findings.problems,
  }
}

/** The report that an office reads before it asks for a package. */
export async function check(
  needs: TransferNeeds,
  actor: Actor,
  asked: PackageSubject,
): Promise<PackageReport> {
  const subject = await openSubject(needs.db, actor, asked)
  const { problems: _problems, ...report } = await examine(needs, actor, subject)
  return { ...report, offices: officesOf(actor, await aboveOf(needs.db, actor)) }
}
