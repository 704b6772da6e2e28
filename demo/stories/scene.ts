import type { Values } from '../../server/engine/records/index.ts'
import { type Ledger, type Moment, pendingOf, type RecordLife } from '../../server/engine/bulk/index.ts'
import type { About } from '../archive/about.ts'
import type { Evidence } from '../evidence/files.ts'
import { kindsFor } from '../evidence/kinds.ts'
import type { Identity, Teacher } from '../region/people.ts'
import type { Region } from '../region/region.ts'
import type { Random } from '../writing/random.ts'

/** What every story is told with. */
export interface Scene {
  readonly region: Region
  readonly ledger: Ledger
  readonly evidence: Evidence
  readonly random: Random
}

/** A teacher with the records that are in force. */
export interface Archive {
  readonly teacher: Teacher
  readonly basic: RecordLife
  /** Whether the teacher has filled the own part of the basic information. */
  readonly complete: boolean
  readonly studies: readonly RecordLife[]
  /** The career behind it. */
  readonly about: About
}

/** Who holds the pending revision of a story. */
export function reviewerOf(scene: Scene, story: RecordLife): Identity {
  const institutionId = pendingOf(story).holder?.institutionId
  if (institutionId === undefined) throw new Error('demo: nobody holds this')
  return scene.region.officer(institutionId)
}

/**
 * Uploads what belongs to a study experience: the certificates, now and then the report on them; `own` with
 * what stands in it.
 */
export function evidenceFor(
  scene: Scene,
  random: Random,
  teacher: Teacher,
  values: Values,
  at: Moment,
  own = false,
): string[] {
  const definition = scene.ledger.load.engine.records['studyExperience']
  const content = own && definition ? { definition, values, holder: teacher.life } : undefined
  const kinds = kindsFor('studyExperience', values)
  const files = kinds.map((kind) => scene.evidence.upload(kind, teacher.hand.id, at, content))
  return random.chance(0.3) ? [...files, scene.evidence.upload('report', teacher.hand.id, at)] : files
}
