import { useNavigate } from 'react-router'
import type { UseView } from '../../../catalogue/contract/paper-uses.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ResultsPart } from './results-part.tsx'
import { UseFigures } from './use-figures.tsx'
import { useUse, useUseActs } from './use-uses.ts'
import { rateWords } from './words.ts'

/** One use of a paper: its results, and what they say of each question. */
export function UsePage({ entry, id }: { entry: PageEntry; id: number }) {
  const answer = useUse(id)
  const title = answer.data ? `${answer.data.title}　${answer.data.className}` : '使用'
  return (
    <PageFrame title={title} crumbs={[{ label: entry.title, to: entry.path }, { label: title }]}>
      <Loaded answer={answer} failed="本次使用打开失败" lines={10}>
        {(use) => (
          <div className="paper-use">
            <p className="x-soft">{headOf(use)}</p>
            {use.warnings.map((one) => (
              <p key={one} className="paper-remark">
                {one}
              </p>
            ))}
            {use.figures && <UseFigures title="统计" figures={use.figures} items={use.items} />}
            {use.classes && (
              <UseFigures
                title={`本人 ${use.classes.count} 次使用合计（${use.classes.figures.n} 人）`}
                figures={use.classes.figures}
                items={use.items}
              />
            )}
            <Drift use={use} />
            <ResultsPart key={use.version} use={use} />
            <Remove use={use} path={entry.path} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

function headOf({ variant, day, pupils, absent }: UseView): string {
  const results = pupils === 0 ? '暂无成绩' : `${pupils} 人`
  return [`${variant} 卷`, day, results, absent > 0 ? `缺考 ${absent} 人` : ''].filter(Boolean).join('　')
}

/** Questions whose declared difficulty another one is proposed for; nothing is changed by it. */
function Drift({ use: { drift } }: { use: UseView }) {
  if (drift.length === 0) return null
  return (
    <Panel title="建议调整标定难度">
      <ul>
        {drift.map(({ number, pupils, declared, measured, proposed }) => (
          <li key={number}>
            第 {number} 题：标定得分率 {rateWords(declared)}，{pupils} 人实测后为 {rateWords(measured)}
            ，建议标为“
            {labelOf('difficulty', proposed)}”
          </li>
        ))}
      </ul>
      <p className="x-soft x-dense">
        满 100 人且相差超过 .15 才提出；只是建议，由出题人在试题里修订，系统不自动改。实测按“标定相当于 50
        人”折算。
      </p>
    </Panel>
  )
}

function Remove({ use: { id, pupils }, path }: { use: UseView; path: string }) {
  const { remove } = useUseActs()
  const navigate = useNavigate()
  const removed = async () => {
    const sure = await confirm({
      title: '删除本次使用？',
      text: pupils === 0 ? '试卷不受影响。' : `${pupils} 人的成绩和统计一起删除，试卷不受影响。`,
      ok: '删除',
      danger: true,
    })
    if (sure)
      remove.mutate(id, {
        onSuccess: () => void navigate(path),
        onError: (error) => notify.error(sentenceOf(error)),
      })
  }
  return (
    <div>
      <Button look="danger" busy={remove.isPending} onClick={() => void removed()}>
        删除本次使用
      </Button>
    </div>
  )
}
