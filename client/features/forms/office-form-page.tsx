import { useState } from 'react'
import type { OfficeForm, TemplatePlace } from '../../../catalogue/contract/office-forms.ts'
import { teacher } from '../../../catalogue/define.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { FormPlaces } from './form-places.tsx'
import { ChangeOfficeForm } from './office-form-text.tsx'
import { useOfficeForm, useOfficeFormActs } from './use-office-forms.ts'

/** One form of the office: what its template holds, a preview over an archive, its versions. */
export function OfficeFormPage({ id, entry }: { id: number; entry: PageEntry }) {
  const answer = useOfficeForm(id)
  const title = answer.data?.title ?? entry.title
  return (
    <PageFrame title={title} crumbs={[{ label: entry.title, to: entry.path }, { label: title }]}>
      <Loaded answer={answer} failed="该表格打开失败" lines={8}>
        {(form) => (
          <div className="office-form">
            <div className="office-form-main">
              <Standing form={form} />
              <Places form={form} />
              {!form.ended && <Preview form={form} />}
              <Versions form={form} />
            </div>
            {!form.ended && (
              <div className="office-form-main">
                <ChangeOfficeForm form={form} />
                <FormPlaces />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

/** What is in use, and the acts: publishing the draft, ending the form. */
function Standing({ form }: { form: OfficeForm }) {
  const { id, no, hasDraft, ended, editNo, title } = form
  const { publish, end } = useOfficeFormActs()
  const { busy, faults, run } = useAct(['fileId'])
  const wrong = form.places.filter(({ fault }) => fault !== null).length
  const bring = () =>
    run(async () => {
      const { no: made } = await publish(id, editNo)
      notify.success(`已发布第 ${made} 版`)
    })
  const stop = async () => {
    const asked = {
      title: `停用“${title}”？`,
      text: '停用后不能再打印，也不能恢复；已打印的仍可查验。',
      ok: '停用',
      danger: true,
    }
    if (await confirm(asked)) await run(async () => void (await end(id, editNo)))
  }
  const fault = faults['fileId'] ?? faults['form']
  return (
    <Panel title={ended ? '已停用' : no === 0 ? '草稿，尚未发布' : `使用中：第 ${no} 版`}>
      {hasDraft && (
        <p>
          {wrong > 0
            ? `草稿里有 ${wrong} 处栏目不能用，改好模板再发布。`
            : '草稿里的栏目都认得，可以先用一份档案预览，再发布。'}
        </p>
      )}
      {fault !== undefined && (
        <p role="alert" className="x-labelled-fault">
          {fault}
        </p>
      )}
      {!ended && (
        <div className="office-acts">
          {hasDraft && (
            <Button look="primary" busy={busy} disabled={wrong > 0} onClick={() => void bring()}>
              发布第 {no + 1} 版
            </Button>
          )}
          <Button look="danger" busy={busy} onClick={() => void stop()}>
            停用
          </Button>
        </div>
      )}
    </Panel>
  )
}

const columns: readonly LineColumn<TemplatePlace & { readonly at: number }>[] = [
  { key: 'name', title: '模板里写的', wide: true, render: ({ name }) => `{${name}}` },
  {
    key: 'means',
    title: '填什么',
    render: ({ means, repeats, masked, fault }) =>
      fault === null ? (
        `${means ?? ''}${repeats ? '，每条一行' : ''}${masked ? '，无权查看的人只见部分' : ''}`
      ) : (
        <span className="x-labelled-fault">{fault}</span>
      ),
  },
  { key: 'page', title: '页', figure: true, render: ({ page }) => page },
  { key: 'near', title: '所在的文字', render: ({ near }) => <span className="x-soft">{near}</span> },
]

/** The places of the template; those that are wrong first. */
function Places({ form: { places, left } }: { form: OfficeForm }) {
  const lines = places
    .map((one, at) => ({ ...one, at }))
    .toSorted((a, b) => Number(b.fault !== null) - Number(a.fault !== null) || a.at - b.at)
  return (
    <Panel title={`模板里的栏目 ${places.length} 处`} flush={lines.length > 0}>
      {lines.length === 0 ? (
        <p>模板里没有栏目。在 Word 里写上花括号和栏目名，如 {'{姓名}'}，再换模板。</p>
      ) : (
        <LineTable
          label="模板里的栏目"
          lines={lines}
          columns={columns}
          keyOf={({ at }) => String(at)}
          stale={false}
          testId="template-place"
        />
      )}
      {left.length > 0 && (
        <p className="office-form-note x-soft">{left.join('、')}只在 Word 里保留，PDF 里没有。</p>
      )}
    </Panel>
  )
}

const of = teacher('用谁的档案')

/** The draft, or what is in use, over a real archive of the office. */
function Preview({ form }: { form: OfficeForm }) {
  const [chosen, setChosen] = useState<unknown>(null)
  const { preview } = useOfficeFormActs()
  const { busy, faults, run } = useAct([])
  const teacherId = Number(chosen) || 0
  const show = (format: 'pdf' | 'docx') =>
    run(async () => preview(form.id, form.title, { teacherId, format }))
  return (
    <Panel title="预览">
      <FieldRow
        name="teacher"
        field={of}
        value={chosen}
        row={{}}
        required={false}
        onSet={(_, value) => setChosen(value)}
        onLeave={() => undefined}
      />
      {faults['form'] !== undefined && (
        <p role="alert" className="x-labelled-fault">
          {faults['form']}
        </p>
      )}
      <div className="office-acts">
        <Button icon="download" busy={busy} disabled={teacherId === 0} onClick={() => void show('pdf')}>
          预览 PDF
        </Button>
        <Button icon="download" busy={busy} disabled={teacherId === 0} onClick={() => void show('docx')}>
          预览 Word
        </Button>
      </div>
      <p className="x-faint x-dense">预览件不能查验，会记入该教师的“谁看过我的档案”。</p>
    </Panel>
  )
}

function Versions({ form: { id, versions } }: { form: OfficeForm }) {
  const { template } = useOfficeFormActs()
  const { faults, run } = useAct([])
  if (versions.length === 0) return null
  return (
    <Panel title="历次版本">
      <ul className="office-versions">
        {versions.map(({ no, title, at, by }) => (
          <li key={no}>
            <span>
              第 {no} 版　{title}
              <span className="x-soft">
                　{listTime(at)}　{by}
              </span>
            </span>
            <Button look="text" onClick={() => void run(async () => template(id, no, title))}>
              下载模板<span className="x-hidden">：第 {no} 版</span>
            </Button>
          </li>
        ))}
      </ul>
      {faults['form'] !== undefined && <p className="x-labelled-fault">{faults['form']}</p>}
    </Panel>
  )
}
