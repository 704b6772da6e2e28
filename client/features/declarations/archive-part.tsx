import { useState } from 'react'
import { Link } from 'react-router'
import type { DeclareArchive } from '../../../catalogue/contract/declarations.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { useCaseCalls } from '../../engine/process/use-cases.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Conditions } from './conditions.tsx'
import { MaterialList } from './material-files.tsx'
import { useArchive, useMaterialChoice } from './use-declarations.ts'

/** What the archive says of a declaration: conditions, where the form came from, evidence. */
export function ArchivePart({ view }: { view: CaseView }) {
  const answer = useArchive(view.id, view.version)
  const role = useSession()?.role
  return (
    <Loaded answer={answer} failed="档案对照失败" lines={6}>
      {(archive) => (
        <>
          <Panel title="条件核对">
            <Conditions conditions={archive.conditions} />
          </Panel>
          {view.canEdit && <Origins view={view} origins={archive.origins} />}
          <Panel title="佐证材料（取自档案）">
            <MaterialList
              materials={archive.materials}
              empty={view.canEdit ? '尚未选择。从下面的档案里选，无需再上传。' : '没有从档案选材料。'}
            />
            {view.canEdit && role === 2 && (
              <Choices key={archive.materials.length} view={view} archive={archive} />
            )}
          </Panel>
        </>
      )}
    </Loaded>
  )
}

/** Where the basic part of the form came from; what the archive says otherwise by now is offered. */
function Origins({ view, origins }: { view: CaseView; origins: DeclareArchive['origins'] }) {
  const { edit } = useCaseCalls('declaration')
  const { busy, faults, run } = useAct([])
  const differing = origins.filter(({ differs }) => differs)
  const missing = origins.filter(({ text }) => text === '')
  const [place] = origins
  const take = async () => {
    const value = Object.fromEntries(differing.map(({ field, value: archived }) => [field, archived]))
    await edit(view.id, view.version, value)
    notify.success('已按档案更新')
  }
  return (
    <Panel title="取自档案" extra={place?.link && <Link to={place.link}>查看{place.from}</Link>}>
      {faults['form'] !== undefined && <ErrorBox title="没有更新成" detail={faults['form']} />}
      <p className="x-soft">
        基本情况已按档案填好，有误的先更正档案。
        {missing.length > 0 && `档案里没有的请自己填：${missing.map(({ label }) => label).join('、')}。`}
      </p>
      {differing.length > 0 && (
        <div className="dc-differs" role="alert">
          <ul>
            {differing.map(({ field, label, text }) => (
              <li key={field}>
                {label}：档案现在是“{text}”
              </li>
            ))}
          </ul>
          <Button look="primary" busy={busy} onClick={() => void run(take)}>
            按档案更新
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** The own records that may be brought, by type. */
function Choices({ view, archive }: { view: CaseView; archive: DeclareArchive }) {
  const choose = useMaterialChoice(view.id, view.version)
  const { busy, faults, run } = useAct(['records'])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(archive.materials.map(({ record }) => record)),
  )
  const toggle = (record: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(record)) next.add(record)
      return next
    })
  const save = async () => {
    const records = archive.choices.filter(({ record }) => chosen.has(record))
    await choose(records.map(({ type, record }) => ({ type, record })))
    notify.success('已保存所选材料')
  }
  const fault = faults['records'] ?? faults['form']
  if (archive.choices.length === 0)
    return <p className="x-soft">档案中暂无可用作佐证的荣誉、获奖、论文等记录。</p>
  return (
    <fieldset className="dc-choices">
      <legend>从本人档案选</legend>
      {fault !== undefined && <ErrorBox title="没有保存成" detail={fault} />}
      {archive.choices.map(({ record, typeTitle, title, files }) => (
        <label key={record}>
          <input type="checkbox" checked={chosen.has(record)} onChange={() => toggle(record)} />
          <span>
            {title}
            <span className="x-faint dc-found">
              {typeTitle}，{files > 0 ? `${files} 份文件` : '没有文件'}
            </span>
          </span>
        </label>
      ))}
      <Button busy={busy} onClick={() => void run(save)}>
        保存所选材料
      </Button>
    </fieldset>
  )
}
