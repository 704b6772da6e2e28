import {
  blindInspection,
  identityKinds,
  places,
  type BlindFile,
  type BlindFinding,
  type BlindHit,
  type BlindInspection,
} from '../../../catalogue/contract/research/blind.ts'
import { sha256, type Keys } from '../../platform/crypto/keys.ts'
import type { SealedTable } from '../../engine/sealing/index.ts'

/** A check as the table has it. */
export interface CheckRow {
  readonly case_id: string
  readonly file_id: string
  readonly asked: string
  readonly found_sealed: string | null
  readonly refused: string | null
  readonly explained: Readonly<Record<string, string>>
  readonly copy_id: string | null
}

export const placeOfFound = (caseId: string, fileId: string): string =>
  `blind_check|found|${caseId}|${fileId}`

export const blindFindings: SealedTable = {
  table: 'blind_check',
  key: [
    ['case_id', 'uuid'],
    ['file_id', 'uuid'],
  ],
  columns: [['found_sealed', 'text']],
  reseal: ({ case_id, file_id, found_sealed: sealed }, again) => ({
    found_sealed:
      typeof sealed === 'string' ? again(sealed, placeOfFound(String(case_id), String(file_id))) : null,
  }),
}

export const sealedFound = (keys: Keys, { case_id, file_id }: Pick<CheckRow, 'case_id' | 'file_id'>) => ({
  of: (inspection: BlindInspection): string =>
    keys.seal(JSON.stringify(inspection), placeOfFound(case_id, file_id)),
})

/** 第 3 页 页眉：“杏坛市实验小学”（学校） */
const sentenceOf = ({ at, place, words, kind }: BlindHit): string =>
  `${at === null ? '' : `${at} `}${places[place]}：“${words}”（${identityKinds[kind]}）`

const keyOf = (text: string): string => sha256(text).toString('hex').slice(0, 20)

/** Hits that remain in the blind copy, and parts that could not be read. */
export function findingsOf(
  { hits, unread }: BlindInspection,
  explained: CheckRow['explained'],
): BlindFinding[] {
  const kept = hits
    .filter((hit) => hit.kept)
    .map((hit) => ({
      key: keyOf(JSON.stringify([hit.place, hit.at, hit.before, hit.words, hit.after])),
      sentence: sentenceOf(hit),
      before: hit.before,
      words: hit.words,
      after: hit.after,
    }))
  const blank = { before: '', words: '', after: '' }
  const all = [...kept, ...unread.map((sentence) => ({ key: keyOf(sentence), sentence, ...blank }))]
  return all.map((one) => ({ ...one, reason: explained[one.key] ?? null }))
}

const removedFrom = ({ hits }: BlindInspection): string[] => [
  ...new Set(hits.filter((hit) => !hit.kept).map(sentenceOf)),
]

/** A file of an entry as people read what was found in it; `row` is missing while it waits. */
export function viewOfFile(
  keys: Keys,
  { id, name }: { readonly id: string; readonly name: string },
  row: CheckRow | undefined,
): BlindFile {
  const bare = { file: id, name, refused: null, findings: [], more: 0, removed: [] }
  if (!row) return { ...bare, state: 'waiting' }
  if (row.found_sealed === null) return { ...bare, state: 'refused', refused: row.refused }
  const opened: unknown = JSON.parse(keys.open(row.found_sealed, placeOfFound(row.case_id, row.file_id)))
  const inspection = blindInspection.parse(opened)
  const findings = findingsOf(inspection, row.explained)
  const open = inspection.more > 0 || findings.some(({ reason }) => reason === null)
  return {
    ...bare,
    state: findings.length === 0 ? 'clean' : open ? 'mend' : 'explained',
    findings,
    more: inspection.more,
    removed: removedFrom(inspection),
  }
}
