import type { Values } from '../../server/engine/records/codec.ts'
import type { Evidence } from '../evidence/files.ts'
import type { Identity, Teacher } from '../region/people.ts'
import type { Region } from '../region/region.ts'
import type { Ledger } from '../writing/ledger.ts'
import type { Moment } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'
import { pendingOf, type Story } from '../writing/story.ts'

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
  readonly basic: Story
  /** Whether the teacher has filled the own part of the basic information. */
  readonly complete: boolean
  readonly studies: readonly Story[]
}

/** Who holds the pending revision of a story. */
export function reviewerOf(scene: Scene, story: Story): Identity {
  const institutionId = pendingOf(story).holder?.institutionId
  if (institutionId === undefined) throw new Error('demo: nobody holds this')
  return scene.region.officer(institutionId)
}

/** Uploads what belongs to a study experience: the diploma, the degree certificate, now and then the report. */
export function evidenceFor(scene: Scene, random: Random, teacher: Teacher, values: Values, at: Moment): string[] {
  const degree = values['degreeLevel'] !== '0'
  const files: string[] = []
  const upload = (kind: 'diploma' | 'degree' | 'report') => files.push(scene.evidence.upload(kind, teacher.hand.id, at))
  if (values['educationLevel'] !== '90') upload('diploma')
  if (degree) upload('degree')
  if (files.length === 0 || random.chance(0.3)) upload('report')
  return files
}
