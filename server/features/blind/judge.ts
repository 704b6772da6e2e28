import type { BlindFile } from '../../../catalogue/contract/research/blind.ts'
import { isBlind } from '../../../catalogue/processes/file-rules.ts'
import { processOf, processNames } from '../../../catalogue/processes/processes.ts'
import { campaignById } from '../../engine/campaigns/index.ts'
import type { Consequences } from '../../engine/processes/index.ts'
import { standingOf } from './checks.ts'
import type { Archives } from './identities.ts'

type Judges = Pick<Consequences['judges'], 'withoutNames'>

/** Reason against handing a file in, with what to do; null for none. */
function against({ name, state, refused, findings, more }: BlindFile): string | null {
  if (state === 'clean' || state === 'explained') return null
  if (state === 'waiting') return `“${name}”尚未检查身份信息，请先点“检查文件”`
  if (state === 'refused') return `“${name}”：${refused ?? ''}`
  const open = findings.filter(({ reason }) => reason === null)
  const many = open.length + more
  const first = open[0]?.sentence ?? ''
  return `“${name}”${first}${many > 1 ? `等 ${many} 处` : ''}，请修改后重新上传，或逐处写明保留的理由`
}

/** Checks of an entry's files before it is handed in: no file may identify its author. */
export const blindJudges = (archives: Archives): Judges => ({
  withoutNames: async (db, { id, definition, teacherId, value, campaignId }) => {
    const campaign = campaignId === null ? undefined : await campaignById(db, campaignId)
    const type = processNames.find((name) => processOf(name).name === definition.name)
    if (!campaign || type === undefined || !isBlind(campaign.value)) return { errors: [], warnings: [] }
    const entry = { id, type, teacherId, value, fileRules: campaign.value }
    const { files } = await standingOf(db, archives, entry)
    const errors = files.flatMap(({ file, known }) => {
      const message = against(known)
      return message === null ? [] : { field: file.field, message }
    })
    return { errors, warnings: [] }
  },
})
