import { useCallback, useEffect, useRef, useState } from 'react'
import type { Packet } from '../../../catalogue/contract/review/packets.ts'
import { totalOf } from '../../../catalogue/reviews/scoring.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { savePacket } from './use-packets.ts'
import { points, typedPoints } from './words.ts'

/** Milliseconds without a key before what is typed is saved. */
const pause = 800

export interface ScoreDraft {
  /** As typed, by rubric item. */
  readonly scores: Readonly<Record<string, string>>
  readonly opinion: string
  readonly conclusion: string | null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What the packet holds, or what was typed over the same version and could not be sent. */
function begun(packet: Packet): ScoreDraft {
  const saved = {
    scores: Object.fromEntries(Object.entries(packet.scores).map(([key, score]) => [key, points(score)])),
    opinion: packet.opinion,
    conclusion: packet.conclusion,
  }
  const draft = draftOf(`review/${packet.id}`)
  if (packet.state !== 'reviewing' || draft?.version !== packet.version) return saved
  const { opinion, conclusion, ...scores } = draft.values
  return {
    scores: Object.fromEntries(Object.entries(scores).map(([key, value]) => [key, textOf(value)])),
    opinion: textOf(opinion),
    conclusion: textOf(conclusion) || null,
  }
}

/** The fault of a typed score; null for none, and for an empty field. */
export function faultOf(text: string, max: number): string | null {
  if (text.trim() === '') return null
  const score = typedPoints(text)
  if (score === null) return '请填写数字，最多两位小数'
  return score > max ? `满分 ${points(max)} 分` : null
}

/** Letters that count: no spaces. */
export const lettersOf = (text: string): number => [...text.replaceAll(/\s/g, '')].length

/** The scores without a fault, by rubric item. */
const scoresOf = (packet: Packet, typed: ScoreDraft) =>
  packet.rubric.flatMap(({ key, max }) => {
    const text = typed.scores[key] ?? ''
    const score = typedPoints(text)
    return score === null || faultOf(text, max) !== null ? [] : [{ key, score }]
  })

/** How many things are missing before the packet can be handed in. */
export const openIn = (packet: Packet, typed: ScoreDraft): number =>
  packet.rubric.length -
  scoresOf(packet, typed).length +
  (typed.conclusion === null ? 1 : 0) +
  (lettersOf(typed.opinion) < packet.opinionLeast ? 1 : 0)

/** What can be saved of what was typed: scores without a fault. */
function bodyOf(packet: Packet, typed: ScoreDraft) {
  const scores = scoresOf(packet, typed).map(({ key, score }) => [key, score])
  return { scores: Object.fromEntries(scores), opinion: typed.opinion, conclusion: typed.conclusion }
}

export type SaveState =
  | { readonly state: 'saved' | 'typing' | 'saving' }
  | { readonly state: 'failed'; readonly why: string }

/** Scores of one packet while they are typed: kept in this browser at once, and saved after a pause. */
export function useScoring(packet: Packet) {
  const [typed, setTyped] = useState(() => begun(packet))
  const [saving, setSaving] = useState<SaveState>({ state: 'saved' })
  const version = useRef(packet.version)
  const latest = useRef(typed)
  const dirty = useRef(false)
  const line = useRef<Promise<boolean>>(Promise.resolve(true))

  const send = useCallback(async (): Promise<boolean> => {
    if (!dirty.current) return true
    dirty.current = false
    setSaving({ state: 'saving' })
    try {
      const saved = await savePacket(packet.id, {
        ...bodyOf(packet, latest.current),
        version: version.current,
      })
      version.current = saved.version
      if (!dirty.current) dropDraft(`review/${packet.id}`)
      setSaving({ state: dirty.current ? 'typing' : 'saved' })
      return true
    } catch (error) {
      dirty.current = true
      setSaving({ state: 'failed', why: sentenceOf(error) })
      return false
    }
  }, [packet])
  /** One save after the other: each carries the version of the one before. */
  const save = useCallback(() => {
    line.current = line.current.then(send)
    return line.current
  }, [send])

  useEffect(() => {
    if (saving.state !== 'typing') return undefined
    const timer = setTimeout(() => void save(), pause)
    return () => clearTimeout(timer)
  }, [saving, typed, save])

  const change = (more: Partial<ScoreDraft>) => {
    const now = { ...latest.current, ...more }
    latest.current = now
    dirty.current = true
    setTyped(now)
    setSaving({ state: 'typing' })
    keepDraft(
      `review/${packet.id}`,
      { ...now.scores, opinion: now.opinion, conclusion: now.conclusion },
      version.current,
    )
  }
  const scores = scoresOf(packet, typed)
  return {
    typed,
    saving,
    unscored: packet.rubric.length - scores.length,
    /** What the scores so far come to, in hundredths of a point. */
    sum: totalOf({ rubric: packet.rubric }, Object.fromEntries(scores.map(({ key, score }) => [key, score]))),
    change,
    setScore: (key: string, text: string) => change({ scores: { ...latest.current.scores, [key]: text } }),
    save,
    versionNow: () => version.current,
  }
}
export type ScoringState = ReturnType<typeof useScoring>
