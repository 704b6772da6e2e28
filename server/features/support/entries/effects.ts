import type { Actor } from '../../../../catalogue/access/access.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import type { Engine, Tx } from '../../../engine/engine.ts'
import { counterEntries, nextVersion, postEntry } from '../../../engine/ledger/index.ts'
import { addFacts, dropFacts } from '../../../engine/person-facts/index.ts'
import {
  roleAt,
  type Consequences,
  type Effect,
  type Matter,
  noOutcome,
} from '../../../engine/processes/index.ts'
import { keepResult, takeBackResult } from '../../../engine/results/index.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Pair } from '../agreements/pairs.ts'
import { gives, rowFor, shadowCategory, type ArchiveRow } from './archive-rows.ts'
import { agreementOf, daysOf, peopleOfEntry, readEntry, type EntryRead, type Participant } from './entry.ts'

const outOfTerm = '这些日期不在双方协议的期限内，请核对日期'
/** The account of hours to which days of shadowing add. */
const account = 'training'

/** What follows from an entry that the other side confirmed, and how it is taken back. */
export const entryEffects = (engine: Engine): Pick<Consequences['effects'], 'entryConfirmed'> => ({
  entryConfirmed: {
    applied: async (tx, matter) => {
      const { actor } = matter
      const pair = await agreementOf(tx, matter)
      if (!actor || !pair) throw new AppError('wrongState', { message: outOfTerm })
      const entry = readEntry(matter)
      const { participants } = await peopleOfEntry(tx, matter, pair)
      const organizerRole = await roleAt(tx, pair.supporterId)
      const ground = { entry, organizer: pair.supporter, organizerRole }
      await keepEntry(tx, entry, pair)
      for (const person of participants)
        await writePerson({ engine, actor }, tx, { matter, entry, person, row: rowFor(ground, person) })
      return noOutcome
    },
    voided: takeBack(engine),
  },
})

/** The row that sums read. */
async function keepEntry(tx: Tx, entry: EntryRead, pair: Pair): Promise<void> {
  await tx.execute(sql`
    insert into support_entry (case_id, agreement_id, supporter_id, owner_id, district_id, city_id, province_id, kind,
      from_on, to_on, lessons, people, person_days, attended, tenths, amount)
    select ${entry.id}::uuid, ${pair.caseId}::uuid, ${pair.supporterId}, i.id, i.district_id, i.city_id, i.province_id,
      ${entry.kind}, ${entry.fromOn}::date, ${entry.toOn}::date, ${entry.lessons}, ${entry.people},
      ${entry.people * daysOf(entry)}, ${entry.attended}, ${entry.tenths}, ${entry.amount}::numeric
    from institution i where i.id = ${pair.supportedId}`)
}

interface PersonOfEntry {
  readonly matter: Matter
  readonly entry: EntryRead
  readonly person: Participant
  readonly row: ArchiveRow | null
}

/** The record, the hours and the fact of one person. */
async function writePerson(
  { engine, actor }: { readonly engine: Engine; readonly actor: Actor },
  tx: Tx,
  { matter, entry, person, row }: PersonOfEntry,
): Promise<void> {
  const { teacherId, tenths, task } = person
  if (row) await keepResult({ engine, actor }, tx, { id: matter.id, teacherId }, row)
  const hours = row?.type === 'learningRecord' && tenths > 0
  if (hours) await postHours(tx, matter, entry, person)
  const fact = { kind: 'entry', ref: matter.id, day: entry.fromOn, tenths }
  await addFacts(engine, tx, { ownerId: teacherId, source: matter.id }, [fact])
  await tx.execute(sql`
    insert into support_entry_person (teacher_id, case_id, kind, day, title, tenths, gave, has_record,
      has_hours)
    values (${teacherId}, ${matter.id}::uuid, ${entry.kind}, ${entry.fromOn}::date, ${task.slice(0, 100)}, ${tenths},
      ${gives(person)}, ${row !== null}, ${hours})`)
}

async function postHours(tx: Tx, { id, by }: Matter, entry: EntryRead, person: Participant): Promise<void> {
  const key = { ownerId: person.teacherId, account, of: { type: 'supportEntry', id } }
  await postEntry(tx, {
    ...key,
    year: Number(entry.toOn.slice(0, 4)),
    category: shadowCategory,
    source: 'teachingResearch',
    tenths: person.tenths,
    from: entry.fromOn,
    to: entry.toOn,
    certificate: '',
    version: await nextVersion(tx, key),
    by,
  })
}

const reason = '帮扶台账撤回确认'

/** Takes out of archives, accounts of hours, facts and sums what the entry brought there. */
function takeBack(engine: Engine): Effect['voided'] {
  return async (tx, matter) => {
    const people = await tx.query<{ teacherId: number; record: boolean; hours: boolean }>(sql`
      select teacher_id as "teacherId", has_record as record, has_hours as hours from support_entry_person
      where case_id = ${matter.id}::uuid order by teacher_id`)
    if (people.some(({ record }) => record))
      await takeBackResult({ engine, actor: matter.actor }, tx, matter, { reason, after: '确认' })
    for (const { teacherId, hours } of people) {
      const of = { type: 'supportEntry', id: matter.id }
      if (hours) await counterEntries(tx, { ownerId: teacherId, account, of }, { reason, by: matter.by })
      await dropFacts(tx, { ownerId: teacherId, source: matter.id })
    }
    await tx.execute(sql`delete from support_entry_person where case_id = ${matter.id}::uuid`)
    const gone = await tx.query(
      sql`delete from support_entry where case_id = ${matter.id}::uuid returning case_id`,
    )
    if (gone.length === 0) throw new AppError('stale')
    return noOutcome
  }
}

/** What is asked before an entry goes to the other side. */
export const entryJudges: Pick<Consequences['judges'], 'mayEnterSupport'> = {
  mayEnterSupport: async (db, matter) => {
    const pair = await agreementOf(db, matter)
    if (!pair) return { errors: [{ field: 'fromOn', message: outOfTerm }], warnings: [] }
    const { participants, strangers } = await peopleOfEntry(db, matter, pair)
    if (strangers.length > 0)
      return {
        errors: [{ field: 'people', message: `${strangers.join('、')}不是双方单位的教师，请核对姓名和单位` }],
        warnings: [],
      }
    const unknown = participants.length < readEntry(matter).people
    const message = '有的人不是平台上双方单位的在职教师，不写入档案；请核对姓名和单位全称'
    return { errors: [], warnings: unknown ? [{ field: 'people', message }] : [] }
  },
}
