import { useQuery, useQueryClient } from '@tanstack/react-query'
import { faceShown, type FaceShown } from '../../../catalogue/contract/campaign-face.ts'
import { CampaignFace } from '../../engine/process/campaign-face.tsx'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'

/** Whether the portal shows the project among 培训动态, with the seats that are left. */
export function FacePart({ id }: { readonly id: string }) {
  const key = ['training', 'face', id]
  const url = `/api/v1/train/project/${id}/face`
  const cache = useQueryClient()
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: faceShown, quiet: true, signal }),
  })
  const keep = (shown: FaceShown): FaceShown => {
    cache.setQueryData(key, shown)
    return shown
  }
  return (
    <Loaded answer={answer} failed="门户展示打开失败" lines={3}>
      {({ face }) => (
        <CampaignFace
          as="trainingNews"
          face={face}
          show={async (visibility) => keep(await api.post(url, { schema: faceShown, body: { visibility } }))}
          hide={async () => keep(await api.del(url, { schema: faceShown }))}
        />
      )}
    </Loaded>
  )
}
