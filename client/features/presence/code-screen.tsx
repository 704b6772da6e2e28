import { useEffect, useRef, useState } from 'react'
import type { LedSession } from '../../../catalogue/contract/training/presence.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { qrPicture } from '../../ui/look/qr-picture.ts'
import { useCodes } from './use-presence.ts'
import { hourOf } from './words.ts'

type Codes = ReturnType<typeof useCodes>['data']

/** The code of the slot that is now by the portal's clock, and the seconds until the next one. */
function codeNow(codes: NonNullable<Codes>, clock: number) {
  const slotMs = codes.slotSeconds * 1000
  const now = clock + codes.ahead
  const place = Math.floor(now / slotMs) - Math.floor(codes.now / slotMs)
  return {
    code: codes.codes[place],
    number: codes.numbers[place],
    seconds: Math.ceil((slotMs - (now % slotMs)) / 1000),
  }
}

/** The clock of this computer, every quarter of a second. */
function useClock(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return now
}

function usePicture(text: string | null): string {
  const [drawn, setDrawn] = useState('')
  useEffect(() => {
    let isGone = false
    if (text !== null) void qrPicture(text).then((picture) => !isGone && setDrawn(picture))
    return () => {
      isGone = true
    }
  }, [text])
  return text === null ? '' : drawn
}

const minute = 60_000

/** What hangs on the wall: the code that changes by itself, its number, and how many have come. */
export function CodeScreen({ session }: { session: LedSession }) {
  const codes = useCodes(session.id)
  const clock = useClock()
  const box = useRef<HTMLDivElement>(null)
  const shown = codes.data ? codeNow(codes.data, clock) : null
  const picture = usePicture(
    shown?.code === undefined ? null : `${location.origin}/q/${session.id}.${shown.code}`,
  )
  const many = (wanted: (status: string | null) => boolean) =>
    session.people.filter(({ status }) => wanted(status)).length
  return (
    <div className="code-screen" ref={box} data-testid="code-screen">
      <header>
        <b>{session.title}</b>
        <span>
          {hourOf(session.startsAt)}–{hourOf(session.endsAt)}　{session.place}
        </span>
        <Button look="text" icon="full" onClick={() => void turnFull(box.current)}>
          全屏
        </Button>
      </header>
      <div className="code-now">
        {picture === '' ? (
          <p role="alert">
            {codes.error ? sentenceOf(codes.error) : '正在取签到码…'}
            {codes.data && '网络断开超过十分钟，恢复后自动继续。'}
          </p>
        ) : (
          <img src={picture} alt="签到二维码，每 15 秒更换" />
        )}
        <div>
          <p className="code-hint">手机相机或微信扫码，问到数字时选</p>
          <p className="code-number">{shown?.number ?? '—'}</p>
          <p>{shown ? `${shown.seconds} 秒后更换` : ''}</p>
          <p>
            {hourOf(session.startsAt + 10 * minute)} 后算迟到
            <br />
            {hourOf(session.startsAt + 40 * minute)} 截止
          </p>
        </div>
      </div>
      <dl className="code-counts">
        <Count label="已签到" value={many((status) => status === '1' || status === '2')} />
        <Count label="迟到" value={many((status) => status === '2')} />
        <Count label="未到" value={many((status) => status === null || status === '6')} />
        <Count label="待核" value={many((status) => status === '7')} />
        <Count label="应到" value={session.people.length} />
      </dl>
    </div>
  )
}

async function turnFull(box: HTMLElement | null): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : box?.requestFullscreen())
  } catch {
    // A browser without full screen shows the code in its place.
  }
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
