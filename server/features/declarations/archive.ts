import type { Actor } from '../../../catalogue/access/access.ts'
import { readTypes } from '../../../catalogue/declarations/conditions.ts'
import type { Archive } from '../../../catalogue/declarations/judge.ts'
import { fromArchive, type ArchiveField } from '../../../catalogue/processes/declaration-form.ts'
import type { Engine, Queryable } from '../../engine/engine.ts'
import {
  effectiveStatement,
  filesIn,
  fromRow,
  fromStored,
  summaryOf,
  type Values,
} from '../../engine/records/index.ts'

/** A record in force of a teacher's archive. */
export interface InForce {
  readonly type: string
  readonly typeTitle: string
  readonly id: string
  readonly title: string
  readonly values: Values
  readonly files: readonly string[]
}

/**
 * Reads as the teacher whose archive it is: what the portal asks of an archive does not depend on who asks.
 */
const asOwner = (teacherId: number): Actor => ({
  identityId: 0,
  personId: 0,
  role: 2,
  name: '',
  institutionId: 0,
  institution: '',
  teacherId,
})

/** The records in force of some types of one teacher, those of one type in the order of the type. */
export async function recordsOf(
  { records, keys }: Pick<Engine, 'records' | 'keys'>,
  db: Queryable,
  teacherId: number,
  types: readonly string[],
): Promise<InForce[]> {
  const definitions = types.flatMap((type) => records[type] ?? [])
  const rows = await db.query<{ type: string; id: string; attachments: string[]; row: Values }>(
    effectiveStatement(asOwner(teacherId), definitions, [teacherId]),
  )
  return rows.flatMap(({ type, id, attachments, row }) => {
    const definition = records[type]
    if (!definition) return []
    const values = fromStored(keys, definition, id, fromRow(definition, row))
    return [
      {
        type,
        typeTitle: definition.title,
        id,
        title: summaryOf(definition, values),
        values,
        files: filesIn(definition, values, attachments),
      },
    ]
  })
}

/** Facts of an archive for the conditions of notices. */
export async function archiveOf(engine: Engine, db: Queryable, teacherId: number): Promise<Archive> {
  const archive: Record<string, Values[]> = {}
  for (const { type, values } of await recordsOf(engine, db, teacherId, readTypes))
    archive[type] = [...(archive[type] ?? []), values]
  return archive
}

/** Values of the archive for the fields of a declaration; null for unknown ones. */
export function knownOf(archive: Archive): Readonly<Record<ArchiveField, unknown>> {
  const basic = archive['basicInfo']?.[0] ?? {}
  const value = (key: ArchiveField) => basic[fromArchive[key]] ?? null
  return {
    gender: value('gender'),
    birthDate: value('birthDate'),
    politicalStatus: value('politicalStatus'),
    schoolStage: value('schoolStage'),
    subject: value('subject'),
    educationLevel: value('educationLevel'),
    degreeLevel: value('degreeLevel'),
    professionalTitle: value('professionalTitle'),
    workStartMonth: value('workStartMonth'),
    teachStartMonth: value('teachStartMonth'),
  }
}
