import { useState } from 'react'
import type { FaceShown } from '../../../catalogue/contract/campaign-face.ts'
import { onePath, type PublicName } from '../../../catalogue/contents/public.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import './process.css'

const reaches = [
  { code: '1', label: '登录可见' },
  { code: '2', label: '全网公开' },
]
const stateWords: Readonly<Record<string, string>> = {
  published: '正在门户上展示。',
  inReview: '等上级同意公开。',
  draft: '没有展示。',
  takenDown: '已经撤下。',
}

/**
 * Whether the portal shows a campaign; what it shows is taken from the campaign.
 * @param props.as the content that shows it
 */
export function CampaignFace({
  as,
  face,
  show,
  hide,
}: {
  readonly as: PublicName
  readonly face: FaceShown['face']
  readonly show: (visibility: string) => Promise<FaceShown>
  readonly hide: () => Promise<FaceShown>
}) {
  const [visibility, setVisibility] = useState(face?.visibility ?? '1')
  const { busy, faults, run } = useAct(['visibility'])
  const isShown = face?.state === 'published'
  const send = async () => {
    const shown = await show(visibility)
    notify.success(shown.face?.state === 'inReview' ? '已送上级同意' : '已展示')
  }
  return (
    <Panel title="在门户上展示">
      <div className="process-face" data-testid="campaign-face">
        <p>{face === null ? '没有展示。' : (stateWords[face.state] ?? face.state)}</p>
        <Choice
          isRequired
          label="公开程度"
          value={visibility}
          options={reaches}
          fault={faults['visibility']}
          onChange={setVisibility}
        />
        {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
        <div className="process-face-acts">
          <Button busy={busy} onClick={() => void run(send)}>
            {isShown ? '更新展示的内容' : '展示'}
          </Button>
          {isShown && (
            <>
              <Button busy={busy} onClick={() => void run(async () => void (await hide()))}>
                撤下
              </Button>
              <ButtonLink to={onePath(as, face.contentId)}>看展示</ButtonLink>
            </>
          )}
        </div>
      </div>
    </Panel>
  )
}
