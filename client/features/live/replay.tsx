import { useRef, useState } from 'react'
import type { LiveView } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useFullLine } from '../../viewer/use-full-line.ts'
import { useBeats } from './use-beats.ts'

/** The recordings of a broadcast, one after the other. Nothing of them is fetched before somebody plays. */
export function Replay({ live }: { live: LiveView }) {
  const { records, captions, counted, released } = live
  const film = useRef<HTMLVideoElement>(null)
  const [at, setAt] = useState(0)
  const { said, onError } = useFullLine(() => undefined)
  useBeats(live.id, film, counted && released)
  const shown = records[at] ?? records[0]
  if (!shown) return null
  const play = (next: number) => {
    setAt(next)
    requestAnimationFrame(() => void film.current?.play().catch(() => undefined))
  }
  return (
    <div className="live-stack">
      <div className="live-film" data-testid="live-replay">
        <video
          key={shown.no}
          ref={film}
          controls
          playsInline
          preload="none"
          src={shown.url}
          aria-label={`${live.title}，回放`}
          onError={({ currentTarget }) => onError(currentTarget, shown.url)}
          onEnded={() => at + 1 < records.length && play(at + 1)}
        >
          {/* Captions are of one film from its first second. */}
          <track
            kind="captions"
            {...(captions !== null &&
              records.length === 1 && { src: captions, srcLang: 'zh', label: '中文字幕', default: true })}
          />
        </video>
      </div>
      <output>{said}</output>
      {records.length > 1 && (
        <fieldset className="live-acts live-fields">
          <legend className="x-hidden">回放的各段</legend>
          {records.map(({ no, seconds }, place) => (
            <Button key={no} aria-pressed={place === at} onClick={() => play(place)}>
              第 {place + 1} 段（{clockText(seconds)}）
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
