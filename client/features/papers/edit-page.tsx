import { SavedWord } from '../../engine/form/saved-word.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaperDetail, PaperQuestion } from '../../../catalogue/contract/papers.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { coverageOf } from '../../../catalogue/papers/coverage.ts'
import { twoWayOf } from '../../../catalogue/papers/two-way.ts'
import { itemsOf, tenthsOfPaper } from '../../../catalogue/papers/value.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { AddPart } from './add-part.tsx'
import { PlanPart } from './plan-part.tsx'
import { SectionsPart } from './sections-part.tsx'
import type { ItemPlace } from './sections.ts'
import { SwapPart } from './swap-part.tsx'
import { key, usePaper, usePaperActs, type Pin } from './use-papers.ts'
import { usePaperForm } from './use-paper-form.ts'
import { rateWords } from './words.ts'

/** The desk of a draft: plan beside fact, its questions, and what could stand in their place. */
export function EditPage({ entry, id }: { entry: PageEntry; id: number }) {
  const answer = usePaper(id)
  const title = answer.data?.title ?? '组卷'
  // A desk keeps what it opened with, and its drafts may have been written on another page since.
  const fresh = { ...answer, data: answer.isFetchedAfterMount ? answer.data : undefined }
  return (
    <PageFrame title={title} crumbs={[{ label: entry.title, to: entry.path }, { label: '组卷' }]}>
      <Loaded answer={fresh} failed="该试卷打开失败" lines={12}>
        {(paper) =>
          paper.may.edit ? (
            <Desk paper={paper} path={entry.path} />
          ) : (
            <Empty
              text="该试卷已发布、密封或正在审核，现在不能修改。"
              action={<ButtonLink to={`${entry.path}?id=${id}`}>查看这份试卷</ButtonLink>}
            />
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const keyOf = ({ question, no }: Pin): string => `${question}.${no}`

function Desk({ paper, path }: { paper: PaperDetail; path: string }) {
  const [opened] = useState(paper)
  const [shown, setShown] = useState(paper)
  const [met, setMet] = useState<readonly PaperQuestion[]>(paper.questions)
  const [swapped, setSwapped] = useState<ItemPlace | null>(null)
  const meet = (more: readonly PaperQuestion[]) =>
    setMet((now) => [...new Map([...now, ...more].map((one) => [keyOf(one), one])).values()])
  const form = usePaperForm(opened, (detail) => {
    setShown(detail)
    meet(detail.questions)
  })
  const pass = useLeaveGuard(form.isDue)
  const known = new Map(met.map((one) => [keyOf(one), one]))
  const questionOf = (pin: Pin) => known.get(keyOf(pin))
  const table = twoWayOf(form.typed, (question, no) => known.get(keyOf({ question, no })))
  const coverage = coverageOf(form.typed, (question, no) => known.get(keyOf({ question, no })))
  const item = swapped === null ? undefined : form.typed.sections[swapped.section]?.items[swapped.at]
  return (
    <div className="paper-desk" data-testid="paper-desk">
      <aside className="paper-plan" aria-label="蓝图和实际">
        <PlanPart form={form} table={table} coverage={coverage} shown={shown} onMet={meet} />
      </aside>
      <div className="paper-middle">
        <SectionsPart form={form} questionOf={questionOf} swapped={swapped} onSwap={setSwapped} />
      </div>
      <aside className="paper-beside" aria-label="换题和选题">
        {swapped !== null && item ? (
          <SwapPart
            key={keyOf(item)}
            form={form}
            place={swapped}
            questionOf={questionOf}
            onMet={meet}
            onClose={() => setSwapped(null)}
          />
        ) : (
          <AddPart form={form} onMet={meet} />
        )}
      </aside>
      <Foot paper={shown} form={form} rate={table.rate} path={path} onDone={pass} />
    </div>
  )
}

function Foot({
  paper,
  form,
  rate,
  path,
  onDone,
}: {
  paper: PaperDetail
  form: ReturnType<typeof usePaperForm>
  rate: number
  path: string
  onDone: () => void
}) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { move } = usePaperActs({ id: paper.id, version: form.version })
  const { typed } = form
  const sum = tenthsOfPaper(typed) / 10
  const errors = paper.faults.filter(({ level }) => level === 'error')
  const leave = async (to: string) => {
    await form.save()
    onDone()
    await cache.invalidateQueries({ queryKey: [key] })
    await navigate(to)
  }
  const publish = () =>
    move.mutate(
      { name: 'publish' },
      {
        onSuccess: () => {
          notify.success('已发布')
          void leave(`${path}?id=${paper.id}`)
        },
        onError: (error) => notify.error(sentenceOf(error)),
      },
    )
  return (
    <StickyBar
      note={
        <span className="paper-foot">
          <b className="x-num">{itemsOf(typed).length}</b> 题　满分{' '}
          <b className={sum === typed.totalScore ? 'x-num' : 'x-num x-labelled-fault'}>
            {sum} / {typed.totalScore}
          </b>
          　得分率 <b className="x-num">{rateWords(rate)}</b>
          　<SavedWord called="该试卷" progress={form.progress} isDue={form.isDue} />
          {!form.isDue && errors[0] && <span className="x-labelled-fault">{errors[0].message}</span>}
        </span>
      }
    >
      <Button onClick={() => void leave(`${path}?id=${paper.id}`)}>查看、密封、打印</Button>
      <Button look="primary" busy={move.isPending} disabled={form.isDue} onClick={publish}>
        发布
      </Button>
    </StickyBar>
  )
}
