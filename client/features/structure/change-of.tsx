import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { InstitutionView } from '../../../catalogue/contract/administration/institutions.ts'
import {
  structureActLabels,
  type StructureAct,
} from '../../../catalogue/contract/administration/structure.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { CloseForm } from './close-form.tsx'
import { History } from './history.tsx'
import { MergeForm } from './merge-form.tsx'
import { MoveForm } from './move-form.tsx'
import { SplitForm } from './split-form.tsx'
import { useSubject } from './use-structure.ts'

/** One institution: what may become of it, and what it came from. */
export function ChangeOf({ id, entry }: { id: number; entry: PageEntry }) {
  const { data: view, error, refetch } = useSubject(id)
  const { pathname } = useLocation()
  return (
    <PageFrame
      title={view?.name ?? entry.title}
      crumbs={[{ label: entry.title, to: pathname }]}
      note={view && labelOf('orgType', view.kind)}
    >
      {error && !view && (
        <ErrorBox title="机构打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!view && !error && <Skeleton lines={10} />}
      {view && (
        <div className="structure">
          {view.can.includes('close') ? <Wizard key={view.version} view={view} /> : <Fixed view={view} />}
          <History id={id} editable={view.can.includes('rename')} />
        </div>
      )}
    </PageFrame>
  )
}

/** Why nothing can be changed here. */
function Fixed({ view }: { view: InstitutionView }) {
  const { pathname } = useLocation()
  const why = view.closedOn === null ? '本单位的调整由上级机构办理。' : `已于 ${view.closedOn} 撤销或并入。`
  return (
    <Panel title="结构调整">
      <p className="x-soft">
        {why} <Link to={pathname}>选择其他机构</Link>
      </p>
    </Panel>
  )
}

const abouts: Readonly<Record<StructureAct, string>> = {
  merge:
    '人员、档案、待审核的记录、科组和发布的内容都到合并后的机构；原来的账号停用，标识码仍可搜索到合并后的机构。',
  split: '从本机构分出一个新机构。每位教师都要安排留下还是到新机构。',
  move: '连同它的下级机构、人员和档案一起，改由另一个上级机构管理。',
  close: '没有在职教师、下级机构时才能撤销。离退休人员的档案、待审核的记录和发布的内容交给上级机构。',
}
const forms = { merge: MergeForm, split: SplitForm, move: MoveForm, close: CloseForm }

/** Changes that an institution of its kind may go through. */
function actsFor({ level }: InstitutionView): readonly StructureAct[] {
  return level === 'school' || level === 'centre' ? ['merge', 'split', 'move', 'close'] : ['move', 'close']
}

function Wizard({ view }: { view: InstitutionView }) {
  const acts = actsFor(view)
  const [act, setAct] = useState<StructureAct | null>(null)
  const Form = act && forms[act]
  return (
    <>
      <Panel title="结构调整">
        <fieldset className="structure-choice">
          <legend className="x-hidden">怎样调整</legend>
          {acts.map((one) => (
            <label key={one}>
              <input type="radio" name="act" checked={act === one} onChange={() => setAct(one)} />
              <b>{structureActLabels[one]}</b>
              <span className="x-soft x-dense">{abouts[one]}</span>
            </label>
          ))}
        </fieldset>
      </Panel>
      {Form && <Form key={act} view={view} />}
    </>
  )
}
