import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import type { ContentBatchAct, ContentLine } from '../../../catalogue/contract/portal/contents.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { useContentBatch } from './use-contents.ts'

const words = { takeDown: '下架', handIn: '送审或发布' } as const satisfies Record<ContentBatchAct, string>

/** Which of the chosen an act may concern; the server decides on each by itself. */
const concerned = (act: ContentBatchAct, lines: readonly ContentLine[]) =>
  lines.filter((line) =>
    act === 'takeDown'
      ? line.shown !== 'no'
      : line.state !== 'inReview' && (line.changed || line.shown === 'no'),
  )

/** The acts on the chosen contents; what is refused stays chosen, with the reason. */
export function BatchBar({
  type,
  lines,
  onDone,
}: {
  type: ContentName
  lines: readonly ContentLine[]
  /** Numbers of those that were refused. */
  onDone: (left: readonly number[]) => void
}) {
  const batch = useContentBatch(type)
  if (lines.length === 0) return null
  const titleOf = (id: number) =>
    String(lines.find((line) => line.id === id)?.value[contents[type].headline] ?? '')
  const run = async (act: ContentBatchAct) => {
    const of = concerned(act, lines)
    const question = {
      title: `${words[act]} ${of.length} 条？`,
      text:
        act === 'takeDown'
          ? '读者马上看不到；内容和历次版本都还在，可以再发布。'
          : '须审核的送审，不须审核的立即发布。',
      ok: words[act],
      danger: act === 'takeDown',
    }
    if (!(await confirm(question))) return
    try {
      const { results } = await batch.mutateAsync({
        act,
        items: of.map(({ id, version }) => ({ id, version })),
      })
      const refused = results.filter(({ ok }) => !ok)
      const said = refused.map(({ id, message }) => `${titleOf(id)}：${message}`).join('　')
      if (refused.length === 0) notify.success(`已${words[act]} ${results.length} 条`)
      else
        notify.warn(`办成 ${results.length - refused.length} 条，${refused.length} 条没有办成。${said}`, {
          stay: 20_000,
        })
      onDone(refused.map(({ id }) => id))
    } catch (error) {
      notify.warn(sentenceOf(error))
    }
  }
  return (
    <StickyBar note={<b>已选 {lines.length} 条</b>}>
      <Button look="text" onClick={() => onDone([])}>
        清除
      </Button>
      {(['takeDown', 'handIn'] as const).map((act) => {
        const many = concerned(act, lines).length
        return (
          <Button
            key={act}
            look={act === 'takeDown' ? 'danger' : 'primary'}
            busy={batch.isPending}
            disabled={many === 0}
            onClick={() => void run(act)}
          >
            {words[act]} {many} 条
          </Button>
        )
      })}
    </StickyBar>
  )
}
