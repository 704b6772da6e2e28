import { useState } from 'react'
import type { CourseRoster } from '../../../catalogue/contract/training/rosters.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import '../../ui/forms/labelled.css'
import { useScores } from './use-rosters.ts'
import { scoreRowsOf } from './words.ts'

/** Scores, pasted from a table. What is wrong is told row by row, and nothing is taken until all of it is right. */
export function ScoresPanel({ id, roster }: { id: string; roster: CourseRoster }) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState<readonly string[]>([])
  const scores = useScores(id)
  if (roster.state !== 'ongoing' && roster.state !== 'assessing') return null
  const send = async () => {
    try {
      const { written, same } = await scores.mutateAsync(scoreRowsOf(text))
      setSaid([])
      setText('')
      notify.success(`已登记 ${written} 人${same > 0 ? `，${same} 人没有变化` : ''}`)
    } catch (error) {
      const isListed = error instanceof ApiError && error.errors.length > 0
      setSaid(isListed ? error.errors.map(({ message }) => message) : [sentenceOf(error)])
    }
  }
  return (
    <details className="roster-scores">
      <summary>登记成绩{roster.passScore === null ? '' : `（${roster.passScore} 分合格）`}</summary>
      <label className="x-labelled">
        从表格里复制“席位号或姓名”和“成绩”两列粘贴到这里；成绩是 0 至 100 的整数，空着的不动。
        <textarea
          rows={6}
          value={text}
          spellCheck={false}
          placeholder={'席位\t成绩\n1\t88\n2\t92'}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <div aria-live="polite">
        {said.map((one) => (
          <p key={one} className="roster-fault">
            {one}
          </p>
        ))}
      </div>
      <Button busy={scores.isPending} disabled={text.trim() === ''} onClick={() => void send()}>
        登记
      </Button>
    </details>
  )
}
