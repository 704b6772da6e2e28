import { useEffect, useRef, useState } from 'react'
import type { LiveView } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { newUuid } from '../../engine/uuid.ts'
import { attachHls, type HlsEnd } from './hls-source.ts'
import { sendBeat } from './use-room.ts'

/** The number of this page, so that two pages of one person are told apart. */
const device = newUuid()

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
  useBeats(live.id, film, state === 'playing' && !live.host)
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

/** Beats while the film plays; at once when it begins. A beat that is lost is not made up for. */
function useBeats(id: number, film: { readonly current: HTMLVideoElement | null }, on: boolean): void {
  useEffect(() => {
    if (!on) return
    const tell = () => {
      if (film.current && !film.current.paused) void sendBeat(id, device).catch(() => undefined)
    }
    const timer = setInterval(tell, 30_000)
    const element = film.current
    element?.addEventListener('playing', tell)
    return () => {
      clearInterval(timer)
      element?.removeEventListener('playing', tell)
    }
  }, [id, film, on])
}
