import { useId, useState } from 'react'
import type { Packet } from '../../../catalogue/contract/review/packets.ts'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { RichText } from '../../ui/look/rich-text.tsx'
import { FileView } from '../../viewer/file-view.tsx'

/** What the packet shows: its facts and texts, and its files one at a time. */
export function PacketPaper({ packet }: { packet: Packet }) {
  const { facts, texts, files } = packet
  const hasText = facts.length + texts.length > 0
  const [shown, setShown] = useState(hasText ? 'text' : String(files[0]?.no ?? ''))
  const file = files.find(({ no }) => String(no) === shown)
  const tabs = [
    ...(hasText ? [{ key: 'text', label: packet.named ? '申报内容' : '申报内容（匿名稿）' }] : []),
    ...files.map(({ no, name }) => ({ key: String(no), label: name })),
  ]
  return (
    <section className="er-paper" aria-label={packet.named ? '申报材料' : '匿名材料'}>
      {tabs.length > 1 && <StateTabs label="材料" tabs={tabs} current={shown} onSelect={setShown} />}
      {file ? <FileView file={{ ...file, download: file.url }} /> : <Text packet={packet} />}
      {tabs.length === 0 && <p className="x-soft">这份没有附材料。</p>}
    </section>
  )
}

/** The facts as a head, then the texts; beside them what there is, to go to. */
function Text({ packet: { facts, texts } }: { packet: Packet }) {
  const id = useId()
  const partId = (at: number) => `${id}-${at}`
  const go = (at: number) => {
    const heading = document.getElementById(partId(at))
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <div className={texts.length > 2 ? 'er-text er-text-parts' : 'er-text'}>
      {texts.length > 2 && (
        <nav className="er-contents" aria-label="目录">
          <b>目录</b>
          {texts.map(({ label }, at) => (
            <button key={label} type="button" onClick={() => go(at)}>
              {label}
            </button>
          ))}
        </nav>
      )}
      <div className="er-sheet">
        {facts.length > 0 && (
          <dl className="x-values er-facts">
            {facts.map(({ label, text }) => (
              <div key={label} className={text.length > 16 ? 'x-value x-value-wide' : 'x-value'}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {texts.map(({ label, html, left }, at) => (
          <section key={label} className="er-section" aria-labelledby={partId(at)}>
            <h2 id={partId(at)} tabIndex={-1}>
              {label}
            </h2>
            <RichText html={html} />
            {left > 0 && (
              <p className="x-faint x-note">文中 {left} 个图片或附件可能显露作者身份，匿名稿不列。</p>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}
