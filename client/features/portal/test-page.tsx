import { useEffect, useState } from 'react'
import { fullTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import '../../ui/look/values.css'
import { ReadFrame } from './frame/read-frame.tsx'

/**
 * What a helpdesk asks for: this browser, and how it reaches the portal. `ok` null: a fact, nothing to be
 * judged.
 */
interface Fact {
  readonly label: string
  readonly value: string
  readonly ok: boolean | null
  readonly advice?: string
}

/**
 * Requests whose time is measured, the slowest time that is still well (milliseconds), and the most a clock
 * may be off (seconds).
 */
const [tries, slow, clockOff] = [5, 800, 120]

const kept = (storage: () => Storage): boolean => {
  try {
    storage().setItem('xingtan-test', '1')
    storage().removeItem('xingtan-test')
    return true
  } catch {
    return false
  }
}

/** Name and version as the browser says them; browsers that are built on another one come first. */
function browserName(agent: string): string {
  const known = [
    [/MicroMessenger\/([\d.]+)/, '微信'],
    [/QQBrowser\/([\d.]+)/, 'QQ 浏览器'],
    [/Edg\/([\d.]+)/, 'Edge'],
    [/Firefox\/([\d.]+)/, '火狐'],
    [/Chrome\/([\d.]+)/, 'Chrome 内核'],
    [/Version\/([\d.]+).*Safari/, 'Safari'],
  ] as const
  for (const [pattern, name] of known) {
    const version = pattern.exec(agent)?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  return agent.slice(0, 80)
}

function browserFacts(): Fact[] {
  const files =
    typeof DecompressionStream === 'function' &&
    typeof IntersectionObserver === 'function' &&
    typeof Worker === 'function'
  return [
    {
      label: '浏览器',
      value: browserName(navigator.userAgent),
      ok: CSS.supports('width', '1cqw'),
      advice:
        '版本过旧。请用 Chrome 109、Edge 109、火狐 115、Safari 16 或更新的版本，双核浏览器请切到“极速模式”。',
    },
    {
      label: '屏幕',
      value: [
        `${screen.width}×${screen.height}`,
        `窗口 ${innerWidth}×${innerHeight}`,
        `缩放 ${Math.round(devicePixelRatio * 100)}%`,
      ].join('，'),
      ok: null,
    },
    {
      label: '语言和时区',
      value: `${navigator.language}，${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
      ok: null,
    },
    {
      label: 'Cookie',
      value: navigator.cookieEnabled ? '可以使用' : '被关闭',
      ok: navigator.cookieEnabled,
      advice: '请在浏览器设置里允许本站使用 Cookie，否则统一账号登录不了。',
    },
    {
      label: '本机存储',
      value: kept(() => localStorage) ? '可以使用' : '被关闭',
      ok: kept(() => localStorage),
      advice: '请关闭无痕模式，或在浏览器设置里允许本站保存数据，否则登录后会马上退出，草稿也留不住。',
    },
    {
      label: '打开附件',
      value: files ? '可以在线预览' : '不能在线预览',
      ok: files,
      advice: '浏览器缺少解压等功能，请升级；附件仍可以下载。',
    },
    {
      label: '网络',
      value: navigator.onLine ? '已连接' : '未连接',
      ok: navigator.onLine,
      advice: '电脑没有连上网络，请检查网线或无线网。',
    },
  ]
}

/**
 * How long a small request took, in milliseconds, and how many seconds this clock is ahead of the answer's
 * Date.
 */
interface Trip {
  readonly took: number
  readonly off: number
}

/** So many small requests, one after another: side by side they would measure each other. */
async function trips(signal: AbortSignal, left: number): Promise<Trip[]> {
  if (left === 0) return []
  const begin = performance.now()
  const answer = await fetch('/health', { cache: 'no-store', signal })
  const took = performance.now() - begin
  if (!answer.ok) throw new Error(String(answer.status))
  const off = (Date.now() - took / 2 - Date.parse(answer.headers.get('date') ?? '')) / 1000
  return [{ took, off }, ...(await trips(signal, left - 1))]
}

/** Times some small requests, and compares the clocks. */
async function reach(signal: AbortSignal): Promise<Fact[]> {
  const made = await trips(signal, tries).catch(() => null)
  if (made === null) {
    return [
      {
        label: '服务器',
        value: '没有回应',
        ok: false,
        advice: '服务器没有回应。请确认网址，其他网站能打开而本站不能时，请联系系统管理员。',
      },
    ]
  }
  const times = made.map(({ took }) => took)
  const off = made.at(-1)?.off ?? 0
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const apart = Math.round(Math.abs(off))
  return [
    {
      label: '往返用时',
      value: `${Math.round(middle)} 毫秒（${tries} 次的中间值，最慢 ${Math.round(Math.max(...times))} 毫秒）`,
      ok: middle < slow,
      advice: '网络较慢，上传附件时请耐心等待，或换一个网络。',
    },
    // The header has whole seconds.
    {
      label: '电脑时间',
      value: apart <= 1 ? '与服务器一致' : `比服务器${off > 0 ? '快' : '慢'} ${apart} 秒`,
      ok: Number.isFinite(off) && apart <= clockOff,
      advice: '电脑时间不准会使验证码和登录失效，请在系统设置里打开“自动设置时间”。',
    },
  ]
}

/** 测试页: what a helpdesk needs to know when a page does not work, to be read out or copied. */
export function TestPage({ title }: { title: string }) {
  usePageTitle(title)
  const [facts, setFacts] = useState<readonly Fact[]>([])
  const [at, setAt] = useState('')
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const look = async () => {
      const reached = await reach(stop.signal)
      if (stop.signal.aborted) return
      setFacts([...reached, ...browserFacts()])
      setAt(fullTime(new Date().toISOString()))
    }
    void look()
    return () => stop.abort()
  }, [round])
  const wrong = facts.filter(({ ok }) => ok === false)
  const copy = async () => {
    const text = [
      `${location.origin}　${at}`,
      ...facts.map(({ label, value, ok }) => `${label}：${value}${ok === false ? '（有问题）' : ''}`),
      navigator.userAgent,
    ].join('\n')
    await navigator.clipboard.writeText(text).then(
      () => notify.success('已复制，可以发给管理员'),
      () => notify.warn('复制不了，请截图发给管理员'),
    )
  }
  return (
    <ReadFrame title={title}>
      <p>
        页面打不开、登录不了、附件看不了时，先在这里检查，再把结果告诉系统管理员。检查不需要登录，也不收集任何信息。
      </p>
      <output className="portal-verdict">
        {facts.length === 0
          ? '正在检查……'
          : wrong.length === 0
            ? '没有发现问题，可以正常使用。'
            : `有 ${wrong.length} 处问题：${wrong.map(({ label }) => label).join('、')}。`}
      </output>
      {facts.length > 0 && (
        <Panel title="检查结果" beside={at}>
          <dl className="x-values">
            {facts.map(({ label, value, ok, advice }) => (
              <div key={label} className="x-value x-value-wide">
                <dt>{label}</dt>
                <dd>
                  {ok === true && '✓ '}
                  {ok === false && '✗ '}
                  {value}
                  {ok === false && advice !== undefined && <p className="portal-advice">{advice}</p>}
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
      )}
      <p className="portal-ways">
        <Button icon="rot" onClick={() => setRound(round + 1)}>
          重新检查
        </Button>
        <Button icon="copy" onClick={() => void copy()} disabled={facts.length === 0}>
          复制结果
        </Button>
      </p>
    </ReadFrame>
  )
}
