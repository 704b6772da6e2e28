import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import {
  checkedIn,
  numberJudged,
  scanState,
  type CheckedIn,
  type ScanState,
} from '../../../catalogue/contract/training/presence.ts'
import { doubtWords } from '../../../catalogue/presence/rules.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Icon, type IconName } from '../../ui/look/icon.tsx'
import { forgetScan, keptScans } from './kept-scans.ts'
import { path } from './use-presence.ts'
import { checkedText, hourOf } from './words.ts'
import './check-in.css'

type Stage =
  | { readonly at: 'asking' }
  | { readonly at: 'nothing' }
  | { readonly at: 'question'; readonly numbers: readonly number[]; readonly left: number | null }
  | { readonly at: 'stranger'; readonly title: string; readonly place: string }
  | { readonly at: 'refused'; readonly message: string; readonly again: boolean }
  | { readonly at: 'done'; readonly marks: readonly CheckedIn[] }

/** Whether an answer says that nobody is signed in. */
export const isStranger = (error: unknown): boolean => error instanceof ApiError && error.status === 401
/** Whether a call failed on its way, so that the same one may succeed. */
const isLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 0

const claim = () => api.post(`${path}/claim`, { schema: checkedIn, quiet: true })

async function bind(told: Extract<ScanState, { state: 'claim' }>): Promise<Stage> {
  try {
    return { at: 'done', marks: [await claim()] }
  } catch (error) {
    if (isStranger(error)) return { at: 'stranger', title: told.title, place: told.place }
    return { at: 'refused', message: sentenceOf(error), again: isLost(error) }
  }
}

/** Sends what the phone kept without network. */
async function sendKept(): Promise<Stage | null> {
  const marks: CheckedIn[] = []
  for (const scan of keptScans())
    try {
      // One after another: a second one may be refused because of the first.
      marks.push(await api.post(`${path}/offline`, { schema: checkedIn, body: scan, quiet: true }))
      forgetScan(scan)
    } catch (error) {
      if (isStranger(error)) return { at: 'stranger', title: '保存在本机的签到', place: '登录后上传' }
      if (!isLost(error)) forgetScan(scan)
      return { at: 'refused', message: sentenceOf(error), again: isLost(error) }
    }
  return marks.length > 0 ? { at: 'done', marks } : null
}

async function stageNow(): Promise<Stage> {
  try {
    const kept = await sendKept()
    if (kept) return kept
    const told = await api.get(`${path}/scan`, { schema: scanState, quiet: true })
    if (told.state === 'none') return { at: 'nothing' }
    if (told.state === 'refused') return { at: 'refused', message: told.message, again: false }
    if (told.state === 'question') return { at: 'question', numbers: told.numbers, left: null }
    return await bind(told)
  } catch (error) {
    return { at: 'refused', message: sentenceOf(error), again: true }
  }
}

/**
 * From the scan to 已签到: what the server judged at the first request, bound to whoever is signed in. Shows
 * `children` where nothing was scanned.
 */
export function CheckIn({ children, onDone }: { children: ReactNode; onDone?: () => void }) {
  const [stage, setStage] = useState<Stage>({ at: 'asking' })
  const [attempt, setAttempt] = useState(0)
  const told = useEffectEvent(() => onDone?.())
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const next = await stageNow()
      if (isGone) return
      setStage(next)
      if (next.at === 'done') told()
    }
    void look()
    return () => {
      isGone = true
    }
  }, [attempt])
  const again = () => {
    setStage({ at: 'asking' })
    setAttempt(attempt + 1)
  }
  const choose = async (number: number) => {
    try {
      const { left } = await api.post(`${path}/answer`, {
        schema: numberJudged,
        body: { number },
        quiet: true,
      })
      if (left === null) again()
      else if (left === 0) setStage({ at: 'refused', message: '两次都没有选对，请重新扫大屏', again: false })
      else if (stage.at === 'question') setStage({ ...stage, left })
    } catch (error) {
      setStage({ at: 'refused', message: sentenceOf(error), again: isLost(error) })
    }
  }
  if (stage.at === 'asking') return <Skeleton lines={4} />
  if (stage.at === 'nothing') return children
  if (stage.at === 'done')
    return stage.marks.map((mark) => (
      <Done key={mark.moment} mark={mark} note="扫码即记下时间，登录慢不影响。没有取用位置。" />
    ))
  if (stage.at === 'question') return <Question {...stage} onChoose={(number) => void choose(number)} />
  if (stage.at === 'stranger') return <Stranger {...stage} />
  return (
    <Said icon="warn" tone="wrong" title={stage.message}>
      {stage.again ? (
        <Button look="primary" large onClick={again}>
          再试一次
        </Button>
      ) : (
        <p>需要时请现场负责人帮忙登记，或课后三个工作日内申请更正。</p>
      )}
    </Said>
  )
}

interface SaidProps {
  icon: IconName
  tone: 'done' | 'wait' | 'wrong'
  title: ReactNode
  children?: ReactNode
}

export function Said({ icon, tone, title, children }: SaidProps) {
  return (
    <section className={`check-in check-in-${tone}`} aria-live="polite" data-testid="check-in">
      <span className="check-in-mark">
        <Icon name={icon} />
      </span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  )
}

/** A mark that was made, and what is to be known about it. */
export function Done({ mark, note }: { mark: CheckedIn; note: string }) {
  const isDoubt = mark.status === '7'
  return (
    <Said
      icon={isDoubt ? 'wait' : 'check'}
      tone={isDoubt ? 'wait' : 'done'}
      title={
        <>
          {checkedText(mark)} <b>{hourOf(mark.moment)}</b>
        </>
      }
    >
      <p>
        {mark.name}　{mark.title}　{mark.place}
      </p>
      {mark.doubt !== null && <p>{doubtWords[mark.doubt]}，由现场负责人核定。</p>}
      <p className="x-faint">{note}</p>
    </Said>
  )
}

function Question({
  numbers,
  left,
  onChoose,
}: {
  numbers: readonly number[]
  left: number | null
  onChoose: (number: number) => void
}) {
  return (
    <Said icon="eye" tone="wait" title="大屏上现在是哪个数字？">
      <p>{left === null ? '请在 20 秒内选，可以选两次。' : `没选对，还可以选 ${left} 次。`}</p>
      <div className="check-in-numbers">
        {numbers.map((number) => (
          <Button key={number} large onClick={() => onChoose(number)}>
            {number}
          </Button>
        ))}
      </div>
    </Said>
  )
}

function Stranger({ title, place }: { title: string; place: string }) {
  return (
    <Said icon="user" tone="wait" title="扫码时间已记下，登录后完成签到">
      <p>
        {title}　{place}
      </p>
      <p>请在 3 分钟内登录；本手机以后在本活动中签到无需再登录。</p>
      <Link
        className="x-button x-button-primary x-button-large"
        to="/login"
        state={{ asked: '/teacher/pxqd' }}
      >
        登录
      </Link>
    </Said>
  )
}
