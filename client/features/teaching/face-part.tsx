import { useState } from 'react'
import type { FaceShown } from '../../../catalogue/contract/campaign-face.ts'
import { publicRoute } from '../../../catalogue/contents/public.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { useTeachingCalls } from './use-teaching.ts'

const reaches = [
  { code: '1', label: '登录可见' },
  { code: '2', label: '全网公开' },
]

const stateWords: Readonly<Record<string, string>> = {
  published: '正在门户上展示',
  inReview: '等上级同意公开',
  draft: '没有展示',
  takenDown: '已经撤下',
}

/** Whether the portal shows the activity; what it shows is taken from the activity. */
export function FacePart({ id, face }: { id: string; face: FaceShown['face'] }) {
  const [visibility, setVisibility] = useState(face?.visibility ?? '1')
  const { show, hide } = useTeachingCalls()
  const { busy, faults, run } = useAct(['visibility'])
  const isShown = face?.state === 'published'
  return (
    <Panel title="在门户上展示">
      <div className="teaching-stack" data-testid="face">
        <p>{face === null ? '没有展示' : (stateWords[face.state] ?? face.state)}</p>
        <Choice
          isRequired
          label="公开程度"
          value={visibility}
          options={reaches}
          fault={faults['visibility']}
          onChange={setVisibility}
        />
        {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
        <div className="teaching-acts">
          <Button busy={busy} onClick={() => void run(async () => void (await show(id, visibility)))}>
            {isShown ? '更新展示的内容' : '展示'}
          </Button>
          {isShown && (
            <>
              <Button busy={busy} onClick={() => void run(async () => void (await hide(id)))}>
                撤下
              </Button>
              <ButtonLink to={`${publicRoute('teachingActivity').path}?id=${face.contentId}`}>
                看展示
              </ButtonLink>
            </>
          )}
        </div>
      </div>
    </Panel>
  )
}
