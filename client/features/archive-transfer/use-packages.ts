import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  packageJob,
  packagePage,
  packageReport,
  type PackageJob,
  type PackageQuery,
  type PackageReceipt,
  type PackageSubject,
} from '../../../catalogue/contract/archive-transfer.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { download } from '../../platform/api/download.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/archive-transfer'
const key = 'archive-transfer'

const isUnderWay = ({ state }: PackageJob): boolean => state === 'queued' || state === 'writing'

/** A page of packages; looked at again while one of them is made. */
export const usePackages = (query: Pick<PackageQuery, 'which' | 'page'>) =>
  useQuery({
    queryKey: [key, query],
    queryFn: ({ signal }) => api.get(path, { schema: packagePage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.list.some(isUnderWay) ? 2_000 : false),
  })

/** The four checks before a package is asked for. */
export const checkPackage = (body: PackageSubject) =>
  api.post(`${path}/check`, { schema: packageReport, body, quiet: true })

/** Asks for packages; the list is read again afterwards. */
export function usePackageCalls() {
  const cache = useQueryClient()
  const done = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } finally {
      await cache.invalidateQueries({ queryKey: [key] })
    }
  }
  return {
    ask: (body: PackageSubject) => done(api.post(path, { schema: packageJob, body, quiet: true })),
    receive: (id: number, body: PackageReceipt) =>
      done(api.post(`${path}/${id}/receipt`, { schema: packageJob, body, quiet: true })),
  }
}

export type PackageAct = 'download' | 'cancel' | 'agree' | 'refuse'
const said = {
  download: '已下载，请在浏览器的下载中查看',
  cancel: '移交包已取消',
  agree: '已同意，文件生成后会通知对方',
  refuse: '已记下不同意的原因，会通知对方',
} as const satisfies Record<PackageAct, string>

interface ActOn {
  readonly job: PackageJob
  readonly act: PackageAct
  readonly reason?: string
}

/** Acts on a package. If another person decided first, the server's sentence is shown and the list is read again. */
export function usePackageAct() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ job, act, reason }: ActOn) => {
      if (act === 'download')
        return download(`${path}/${job.id}/file`, {}, `${job.title}移交包-${job.id}.zip`)
      const body = reason === undefined ? {} : { reason }
      await api.post(`${path}/${job.id}/${act}`, { schema: packageJob, body })
    },
    onSuccess: (_, { act }) => notify.success(said[act]),
    onError: (error) => notify.warn(sentenceOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: [key] }),
  })
}
