import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { publicRoute } from '../../../catalogue/contents/public.ts'
import { faceShown, type FaceShown } from '../../../catalogue/contract/campaign-face.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import './training.css'

const reaches = [
  { code: '1', label: '登录可见' },
  { code: '2', label: '全网公开' },
]
const stateWords: Readonly<Record<string, string>> = {
  published: '正在“培训动态”里展示，剩余名额随时更新。',
  inReview: '等上级同意公开。',
  draft: '没有展示。',
  takenDown: '已经撤下。',
}

/** Whether the portal shows the project among 培训动态; what it shows is taken from the project. */
export function FacePart({ id }: { readonly id: string }) {
  const answer = useQuery({
    queryKey: ['training', 'face', id],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/train/project/${id}/face`, { schema: faceShown, quiet: true, signal }),
  })
  return (
    <Panel title="在门户上展示">
      <Loaded answer={answer} failed="门户展示打开失败" lines={3}>
        {({ face }) => <Shown id={id} face={face} />}
      </Loaded>
    </Panel>
  )
}

function Shown({ id, face }: { id: string; face: FaceShown['face'] }) {
  const [visibility, setVisibility] = useState(face?.visibility ?? '1')
  const cache = useQueryClient()
  const url = `/api/v1/train/project/${id}/face`
  const keep = (shown: FaceShown) => cache.setQueryData(['training', 'face', id], shown)
  const show = useMutation({
    mutationFn: () => api.post(url, { schema: faceShown, body: { visibility } }),
    onSuccess: keep,
  })
  const hide = useMutation({
    mutationFn: () => api.del(url, { schema: faceShown }),
    onSuccess: keep,
  })
  const { busy, faults, run } = useAct(['visibility'])
  const isShown = face?.state === 'published'
  return (
    <div className="seats" data-testid="project-face">
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
      <div className="desk-acts">
        <Button
          busy={busy}
          onClick={() =>
            void run(async () => {
              const shown = await show.mutateAsync()
              notify.success(shown.face?.state === 'inReview' ? '已送上级同意' : '已展示')
            })
          }
        >
          {isShown ? '更新展示的内容' : '展示'}
        </Button>
        {isShown && (
          <>
            <Button busy={busy} onClick={() => void run(async () => void (await hide.mutateAsync()))}>
              撤下
            </Button>
            <ButtonLink to={`${publicRoute('trainingNews').one ?? ''}?id=${face.contentId}`}>
              看展示
            </ButtonLink>
          </>
        )}
      </div>
    </div>
  )
}
