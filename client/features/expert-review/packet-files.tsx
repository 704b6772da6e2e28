import { useState } from 'react'
import type { Packet } from '../../../catalogue/contract/review/packets.ts'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { FileView } from '../../viewer/file-view.tsx'

/** What the packet shows: its text, and its files one at a time. */
export function PacketFiles({ packet: { sections, files } }: { packet: Packet }) {
  const [shown, setShown] = useState(sections.length > 0 ? 'text' : String(files[0]?.no ?? ''))
  const file = files.find(({ no }) => String(no) === shown)
  const tabs = [
    ...(sections.length > 0 ? [{ key: 'text', label: '申报内容（匿名）' }] : []),
    ...files.map(({ no, name }) => ({ key: String(no), label: name })),
  ]
  return (
    <section className="er-paper" aria-label="匿名材料">
      {tabs.length > 1 && <StateTabs label="材料" tabs={tabs} current={shown} onSelect={setShown} />}
      {file ? (
        <FileView file={{ ...file, download: file.url }} />
      ) : (
        sections.map(({ label, text }) => (
          <div key={label} className="er-section">
            <h2>{label}</h2>
            <p>{text}</p>
          </div>
        ))
      )}
      {tabs.length === 0 && <p className="x-soft">这份没有附材料。</p>}
    </section>
  )
}
