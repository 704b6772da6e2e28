import { useEffect } from 'react'
import { headItems, siteAnswer, siteData, type Site } from '../../../catalogue/contract/portal/portal.ts'
import { api } from '../../platform/api/api.ts'
import { keepAnswer, keptAnswer } from '../../platform/storage/kept.ts'
import { createStore } from '../../ui/feedback/store.ts'

/** The specification keeps the navigation under a key of its own (sections 2 and 3). */
const siteConfig = { key: 'siteConfig', version: 2, schema: siteAnswer.omit({ head_list: true }) }
const headList = { key: 'head_list', version: 1, schema: headItems }

/** What the portal is called and leads to when the server could not be asked. */
const fallback: Site = {
  plat_name: '教师发展与教研平台',
  name: '杏坛',
  plat_logo: '',
  index_foot_logo: '',
  home_foot_logo: '',
  hotline: '',
  support_mail: '',
  filing_no: '',
  police_filing_no: '',
  government_mark_url: '',
  links: { moe: '', company: '', distance: '' },
  head_list: [],
  hosts: [],
  foot: [],
  opened: true,
  palette: null,
  blocks: null,
  work: '',
}

/** The configuration of the visit before; null until there was one. */
function keptSite(): Site | null {
  const config = keptAnswer(siteConfig, null)
  const head_list = keptAnswer(headList, null)
  return config && head_list && { ...config, head_list }
}

const current = createStore<Site | null>(keptSite())
let asked: Promise<void> | null = null

/** Asks once per visit. What was kept stands meanwhile, and when the server cannot be asked. */
async function ask(): Promise<void> {
  try {
    const { data } = await api.get('/api/v1/siteConfig', { schema: siteData, quiet: true })
    const { head_list, ...config } = data
    keepAnswer(siteConfig, null, config)
    keepAnswer(headList, null, head_list)
    current.set(data)
  } catch {
    // Asked again by the next page.
    asked = null
    if (current.get() === null) current.set(fallback)
  }
}

/**
 * The site's configuration: that of the visit before at once, then the server's. Null on a first visit until
 * there is an answer, so that nothing is drawn that would move.
 */
export function useSite(): Site | null {
  useEffect(() => void (asked ??= ask()), [])
  return current.use()
}
