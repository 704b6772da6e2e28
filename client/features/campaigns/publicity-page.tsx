import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import type { PublicityList } from '../../../catalogue/contract/campaigns.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { sendObjection, usePublicity } from './use-campaigns.ts'
import './campaigns.css'

/** What is to be established hangs out here for everybody, with a way to object. */
export function PublicityPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (id === null)
    return (
      <PageFrame title={entry.title}>
        <Empty text="请从通知里的链接打开公示。" />
      </PageFrame>
    )
  return <Publicity id={id} type={search.get('of') ?? 'researchNotice'} entry={entry} />
}

type PublicNotice = PublicityList['list'][number]

function Publicity({ id, type, entry }: { id: string; type: string; entry: PageEntry }) {
  const answer = usePublicity(type, id)
  const [against, setAgainst] = useState<PublicNotice | null>(null)
  const columns: LineColumn<PublicNotice>[] = [
    { key: 'title', title: '名称', wide: true, render: ({ title }) => title },
    { key: 'name', title: '申报人', render: ({ name }) => name },
    { key: 'institution', title: '单位', render: ({ institution }) => institution },
    { key: 'until', title: '公示截止日', render: ({ until }) => until },
    {
      key: 'object',
      title: '异议',
      render: (line) => (
        <Button look="text" aria-label={`对“${line.title}”提出异议`} onClick={() => setAgainst(line)}>
          提出异议
        </Button>
      ),
    },
  ]
  return (
    <Loaded answer={answer} failed="公示打开失败" lines={8}>
      {(data) => (
        <PageFrame title={`${data.title}：${entry.title}`} note={data.host}>
          {data.list.length === 0 ? (
            <Empty text="暂无公示。" />
          ) : (
            <LineTable
              label="公示名单"
              lines={data.list}
              columns={columns}
              keyOf={(line) => line.id}
              stale={false}
              testId="publicity-line"
            />
          )}
          {against && (
            <ObjectionForm
              key={against.id}
              id={id}
              type={type}
              against={against}
              onClose={() => setAgainst(null)}
            />
          )}
        </PageFrame>
      )}
    </Loaded>
  )
}

function ObjectionForm(props: { id: string; type: string; against: PublicNotice; onClose: () => void }) {
  const { id, type, against, onClose } = props
  const [typed, setTyped] = useState({ name: '', contact: '', words: '' })
  const [sent, setSent] = useState(false)
  const { busy, faults, run } = useAct(['name', 'contact', 'words'])
  const put = (key: keyof typeof typed) => (value: string) => setTyped((now) => ({ ...now, [key]: value }))
  if (sent)
    return (
      <Panel title="异议已收到">
        <output>征集单位会核实并答复。没有答复之前，这一项不会办结。</output>
      </Panel>
    )
  return (
    <Panel title={`对“${against.title}”提出异议`}>
      <form
        className="campaign-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run(async () => {
            await sendObjection(type, id, { caseId: against.id, ...typed })
            setSent(true)
          })
        }}
      >
        {faults['form'] !== undefined && <ErrorBox title="没有提交成" detail={faults['form']} />}
        <TextField
          label="真实姓名"
          value={typed.name}
          onChange={put('name')}
          fault={faults['name']}
          required
        />
        <TextField
          label="联系电话或邮箱"
          help="只给征集单位核实用，不公开"
          value={typed.contact}
          onChange={put('contact')}
          fault={faults['contact']}
          required
        />
        <TextField
          label="事实和依据"
          value={typed.words}
          onChange={put('words')}
          fault={faults['words']}
          maxLength={2000}
          required
        />
        <div className="campaign-acts">
          <Button type="submit" look="primary" busy={busy}>
            提交异议
          </Button>
          <Button onClick={onClose}>取消</Button>
        </div>
      </form>
    </Panel>
  )
}
