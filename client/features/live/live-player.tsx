import { useEffect, useRef, useState } from 'react'
import type { LiveView } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { attachHls, type HlsEnd } from './hls-source.ts'
import { useBeats } from './use-beats.ts'

const faults = {
  broken: '画面中断，可能是网络不稳，也可能是讲课的一方断了。请稍后再点“播放”。',
  unplayable: '本浏览器放不了直播画面，请换新版的 Chrome、Edge 或 Safari。',
} as const

/**
 * The pictures of a broadcast. Nothing is fetched from the live server before somebody presses 播放. While it
 * plays, a beat tells the portal every half minute.
 */
export function LivePlayer({ live }: { live: LiveView }) {
  const film = useRef<HTMLVideoElement>(null)
  const end = useRef<HlsEnd>(null)
  const [state, setState] = useState<'waiting' | 'playing' | keyof typeof faults>('waiting')
  const stop = () => {
    end.current?.()
    end.current = null
  }
  useEffect(() => stop, [])
  useBeats(live.id, film, state === 'playing' && live.counted)
  const play = async () => {
    if (!film.current || live.playUrl === null) return
    stop()
    setState('playing')
    end.current = await attachHls(film.current, live.playUrl, (fault) => {
      stop()
      setState(fault)
    })
    await film.current.play().catch(() => undefined)
  }
  const isPlaying = state === 'playing'
  return (
    <div className="live-film" data-testid="live-player" data-state={state}>
      {(state === 'broken' || state === 'unplayable') && (
        <ErrorBox title="画面播放失败" detail={faults[state]} />
      )}
      <video ref={film} controls={isPlaying} playsInline aria-label={live.title}>
        {/* What is said now has no captions; those of the recording come with it. */}
        <track kind="captions" />
      </video>
      {!isPlaying && (
        <div className="live-over">
          <p>
            {live.host && live.phase === 'lobby'
              ? '彩排画面只有主持的人看得到。'
              : '点“播放”后才向直播服务器取画面。'}
          </p>
          <Button look="primary" large onClick={() => void play()}>
            播放
          </Button>
        </div>
      )}
    </div>
  )
}
