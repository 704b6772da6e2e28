import { useState } from 'react'
import {
  mostListed,
  type LiveAttendance,
  type LiveDoubt,
} from '../../../catalogue/contract/teaching/live-rooms.ts'
import { text as textField } from '../../../catalogue/define.ts'
import { PastePanel } from '../../engine/pasted/paste-panel.tsx'
import { readPasted, type PastedShape } from '../../engine/pasted/read-pasted.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { AttendanceTable, minutes } from './attendance-table.tsx'
import { useAttendance, useListed } from './use-room.ts'

const fields = {
  name: textField('姓名', { required: true }),
  unit: textField('单位'),
  time: textField('时长', { required: true }),
}
const shape: PastedShape = {
  columns: Object.entries(fields).map(([key, { label, required }]) => ({ key, label, required })),
  fields,
  given: {},
}
const sample = '姓名\t单位\t时长\n林疏影\t听潮中学\t57\n陈望舒\t\t1:02:10'

/** Who was at a broadcast that was held elsewhere: the list of the meeting, pasted or as a file. */
export function ListedPanels({ id }: { id: number }) {
  const answer = useAttendance(id, true)
  return (
    <Loaded answer={answer} failed="名单打开失败" lines={6}>
      {(data) => (
        <>
          <Take id={id} />
          {data.doubts.length > 0 && <Doubts id={id} doubts={data.doubts} />}
          <Known data={data} />
        </>
      )}
    </Loaded>
  )
}

function Take({ id }: { id: number }) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState<readonly string[]>([])
  const { take } = useListed(id)
  const pasted = readPasted(text, shape)
  const send = async () => {
    setSaid([])
    try {
      const { list, doubts } = await take.mutateAsync(pasted.rows.map(({ sent }) => sent))
      notify.success(`已登记 ${list.length} 人${doubts.length > 0 ? `，${doubts.length} 行待核对` : ''}`)
      setText('')
    } catch (error) {
      const isListed = error instanceof ApiError && error.errors.length > 0
      setSaid(isListed ? error.errors.map(({ message }) => message) : [sentenceOf(error)])
    }
  }
  return (
    <>
      <PastePanel
        label="参会名单"
        columns={shape.columns}
        note="时长写分钟，也可以写 1:02:10；再导入一次替换以前的。"
        sample={sample}
        text={text}
        pasted={pasted}
        most={mostListed}
        onChange={setText}
      />
      {said.length > 0 && <ErrorBox title="名单导入失败" detail={said.join('；')} kept="粘贴的内容都还在" />}
      <div className="live-acts">
        <Button
          look="primary"
          busy={take.isPending}
          disabled={pasted.rows.length === 0 || pasted.rows.length > mostListed}
          onClick={() => void send()}
        >
          {`导入${pasted.rows.length > 0 ? ` ${pasted.rows.length} 行` : ''}`}
        </Button>
      </div>
    </>
  )
}

/** Lines that name nobody, or several: the host says who it is, or leaves them. */
function Doubts({ id, doubts }: { id: number; doubts: readonly LiveDoubt[] }) {
  const { settle } = useListed(id)
  return (
    <Panel title="待核对" beside={<span className="x-soft">{doubts.length} 行</span>}>
      <p className="x-soft">对不上或有同名的不猜，也不计入；区域以外的人留在这里即可。</p>
      {settle.error !== null && <ErrorBox title="操作失败" detail={sentenceOf(settle.error)} />}
      <ul className="live-records" aria-label="待核对的各行">
        {doubts.map(({ no, name, unit, seconds, candidates }) => (
          <li key={no} data-testid="live-doubt">
            <span>
              {name}
              {unit !== '' && `（${unit}）`}　{minutes(seconds)} 分钟
            </span>
            {candidates.length === 0 ? (
              <span className="x-soft">本区域没有叫这个名字的教师</span>
            ) : (
              <Choice
                label={`${name} 是`}
                value=""
                options={candidates.map(({ teacherId, school }) => ({
                  code: String(teacherId),
                  label: `${name}（${school}）`,
                }))}
                onChange={(code) => code !== '' && settle.mutate({ no, teacherId: Number(code) })}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const Known = ({ data }: { data: LiveAttendance }) => (
  <Panel title="谁参加了" beside={<span className="x-soft">{data.list.length} 人</span>}>
    <AttendanceTable {...data} none="尚未导入名单。" />
  </Panel>
)
