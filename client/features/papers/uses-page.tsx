import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { UseLine } from '../../../catalogue/contract/paper-uses.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { newUuid } from '../../engine/uuid.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { today } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { UsePage } from './use-page.tsx'
import { usePapers } from './use-papers.ts'
import { useUseActs, useUses } from './use-uses.ts'
import './papers.css'

/** 本校考核: uses of papers by the teacher's classes; one of them (`?id=`), a new one (`?new=1`). */
export function UsesPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (id > 0) return <UsePage key={id} entry={entry} id={id} />
  return search.has('new') ? (
    <NewUse entry={entry} paper={search.get('paper') ?? ''} />
  ) : (
    <Uses entry={entry} />
  )
}

const columnsOf = (path: string): LineColumn<UseLine>[] => [
  {
    key: 'title',
    title: '试卷',
    wide: true,
    render: ({ id, title }) => (
      <ButtonLink look="text" to={`${path}?id=${id}`}>
        {title}
      </ButtonLink>
    ),
  },
  { key: 'class', title: '班级', render: ({ className }) => className },
  { key: 'variant', title: '卷别', render: ({ variant }) => `${variant} 卷` },
  { key: 'day', title: '日期', render: ({ day }) => <span className="x-num">{day}</span> },
  {
    key: 'pupils',
    title: '成绩',
    render: ({ pupils }) => (pupils === 0 ? '未导入' : `${pupils} 人`),
  },
]

function Uses({ entry: { path, title } }: { entry: PageEntry }) {
  const [page, setPage] = useState(1)
  const answer = useUses(page)
  const begin = `${path}?new=1`
  return (
    <PageFrame
      title={title}
      note="哪些题有用，看全班做得怎样；成绩不带姓名，不排名"
      actions={
        <ButtonLink to={begin} look="primary" icon="add">
          登记使用
        </ButtonLink>
      }
    >
      <Loaded answer={answer} failed="考核打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text="暂无登记。一个班考完或练完一份试卷，登记后导入成绩，就能看每道题的得分率。"
              action={<ButtonLink to={begin}>登记使用</ButtonLink>}
            />
          ) : (
            <>
              <LineTable
                label={title}
                lines={data.list}
                columns={columnsOf(path)}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
                testId="paper-use"
              />
              <Pager {...data} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

/** A paper that is out, for one class on one day. */
function NewUse({ entry: { path, title }, paper }: { entry: PageEntry; paper: string }) {
  const navigate = useNavigate()
  const papers = usePapers({ view: 'all', pageSize: 100 })
  const [typed, setTyped] = useState({ paper, variant: 'A', className: '', day: today().slice(0, 10) })
  const [once] = useState(newUuid)
  const { begin } = useUseActs()
  const { busy, faults, run } = useAct(['paper', 'variant', 'className', 'day'])
  const put = (name: keyof typeof typed) => (value: string) => setTyped((now) => ({ ...now, [name]: value }))
  const send = () =>
    run(async () => {
      const variant = typed.variant === 'B' ? 'B' : 'A'
      const body = { ...typed, variant, paper: Number(typed.paper) } as const
      const { id } = await begin.mutateAsync({ body, once })
      await navigate(`${path}?id=${id}`)
    })
  return (
    <PageFrame title="登记使用" crumbs={[{ label: title, to: path }, { label: '登记使用' }]}>
      <Panel title="哪份试卷，哪个班">
        <form
          noValidate
          className="paper-begin"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          {faults['form'] !== undefined && <ErrorBox title="没有登记成" detail={faults['form']} />}
          <Choice
            label="试卷"
            value={typed.paper}
            fault={faults['paper']}
            options={(papers.data?.list ?? []).map((one) => ({ code: String(one.id), label: one.title }))}
            onChange={put('paper')}
          />
          <Choice
            isRequired
            label="卷别"
            value={typed.variant}
            fault={faults['variant']}
            options={['A', 'B'].map((code) => ({ code, label: `${code} 卷` }))}
            onChange={put('variant')}
          />
          <TextField
            label="班级"
            value={typed.className}
            fault={faults['className']}
            maxLength={60}
            onChange={put('className')}
          />
          <TextField label="日期" value={typed.day} fault={faults['day']} onChange={put('day')} />
          <div>
            <Button type="submit" look="primary" busy={busy}>
              登记
            </Button>
          </div>
        </form>
      </Panel>
    </PageFrame>
  )
}
