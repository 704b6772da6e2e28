import type { OneOpen } from '../../catalogue/define.ts'
import { monthsLater } from '../../catalogue/rules/compare.ts'
import type { Moment } from './moment.ts'
import { effectiveOf, nextNumbers, tell, type Hand, type Revision, type Story } from './story.ts'

/** The rules of a story's type that leave only one record open. */
export const openRulesOf = (story: Story): readonly OneOpen[] =>
  (story.definition.rules?.constraints ?? []).filter((rule): rule is OneOpen => rule.form === 'oneOpen')

/** As the engine's close-open: a record that is open from now on ends the one that was open before it. */
export function closeEarlier(story: Story, cause: Revision, by: Hand, at: Moment): void {
  for (const { from, to } of openRulesOf(story)) {
    const begin = story.row?.values[from]
    if ((story.row?.values[to] ?? null) !== null || typeof begin !== 'string') continue
    for (const other of story.kin(story.definition.name)) {
      if (other === story || !other.row || other.voidedAt !== null || (other.row.values[to] ?? null) !== null)
        continue
      setEnd(other, to, monthsLater(begin, -1), cause, by, at)
    }
  }
}

function setEnd(story: Story, to: string, end: string | null, cause: Revision, by: Hand, at: Moment): void {
  const before = effectiveOf(story)
  const { row } = story
  if (!before || !row) throw new Error('demo: nothing to end')
  const { no, editNo } = nextNumbers(story)
  const values = { ...row.values, [to]: end }
  before.supersededAt = at
  const revision: Revision = {
    ...before,
    id: story.desk.newId(at),
    no,
    baseVersion: row.version,
    value: values,
    flowVersion: null,
    route: null,
    step: null,
    submittedAt: null,
    submittedBy: null,
    decidedAt: at,
    appliedVersion: editNo,
    appliedAt: at,
    supersededAt: null,
    editNo,
    previousId: cause.id,
    byIdentity: by.identityId,
    changed: [to],
    warnings: [],
    createdAt: at,
    updatedAt: at,
  }
  story.revisions.push(revision)
  story.row = { ...row, values, version: editNo, appliedAt: at }
  tell(story, { revisionId: revision.id, at, by, action: 'amend' })
}
