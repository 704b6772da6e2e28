import { useQuery } from '@tanstack/react-query'
import { cryptoUse, type CryptoUse } from '../../../catalogue/contract/administration/crypto-use.ts'
import {
  cryptoToBuy,
  cryptoUses,
  decidedByLabels,
  suiteLabels,
  type CryptoUse as Use,
} from '../../../catalogue/crypto/uses.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime, thousands } from '../../platform/format.ts'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import './crypto-use.css'

/** 密码应用: what uses which algorithm, how much is stored under each suite, and what has to be bought. */
export function CryptoUsePage({ entry }: { entry: PageEntry }) {
  const answer = useQuery({
    queryKey: ['crypto-use'],
    queryFn: ({ signal }) => api.get('/api/v1/cryptoUse', { schema: cryptoUse, quiet: true, signal }),
    staleTime: 0,
  })
  return (
    <PageFrame
      title={entry.title}
      note="由运维人员在环境变量里设置；两套算法都一直能读，只有新写的内容随套件变"
    >
      <Loaded answer={answer} failed="密码应用打开失败" lines={12}>
        {(inUse) => (
          <div className="crypto-use">
            <InForce inUse={inUse} />
            <Uses suite={inUse.suite} />
            <Stored inUse={inUse} />
            <Panel title="须另行采购">
              <ul className="crypto-use-list">
                {cryptoToBuy.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </Panel>
            <Panel title="签名公钥">
              <p className="x-soft">交给核对签名的一方；只能核对，不能签名，也不能解密。</p>
              <pre className="crypto-use-key">{inUse.publicKey}</pre>
            </Panel>
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

function rotationLine({ rotation, kid }: CryptoUse): string {
  if (rotation === null) return '尚未轮换过'
  const which = `第 ${rotation.kid} 把密钥`
  if (rotation.finishedAt !== null) return `${listTime(rotation.finishedAt)} 完成，${which}`
  return kid === rotation.kid ? `${which}，没有完成，请运维人员再运行一次` : `${which}，即将启用`
}

function InForce({ inUse }: { inUse: CryptoUse }) {
  const old = inUse.stored
    .filter(({ kind }) => kind !== 'log' && kind !== 'password')
    .reduce((sum, { counts }) => sum + (inUse.suite === 'sm' ? counts.intl : counts.sm), 0)
  return (
    <Panel title="现用套件">
      <dl className="crypto-use-facts">
        <Fact name="算法套件" value={suiteLabels[inUse.suite]} />
        <Fact name="环境变量" value={`CRYPTO_SUITE=${inUse.suite}`} />
        <Fact name="最近一次密钥轮换" value={rotationLine(inUse)} />
        <Fact name="待改写" value={old === 0 ? '无' : `${thousands(old)} 处，请运维人员运行密钥轮换`} />
      </dl>
    </Panel>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

const useColumns = (suite: CryptoUse['suite']): readonly LineColumn<Use>[] => [
  { key: 'name', title: '用途', wide: true, render: ({ name }) => <b>{name}</b> },
  { key: 'algorithm', title: '现用算法', render: ({ algorithms }) => algorithms[suite] },
  { key: 'decidedBy', title: '由什么决定', render: ({ decidedBy }) => decidedByLabels[decidedBy] },
  { key: 'note', title: '说明', render: ({ note }) => note },
]

const Uses = ({ suite }: { suite: CryptoUse['suite'] }) => (
  <Panel title="密码用在哪里">
    <LineTable
      label="密码用在哪里"
      lines={cryptoUses}
      columns={useColumns(suite)}
      keyOf={({ name }) => name}
      stale={false}
    />
  </Panel>
)

type StoredLine = CryptoUse['stored'][number]
const kindLabels: Readonly<Record<StoredLine['kind'], string>> = {
  person: '账号里的加密字段',
  archive: '档案里的加密字段',
  revision: '历次版本里的加密字段',
  other: '其他加密内容',
  index: '证件号、手机号索引',
  password: '密码',
  log: '最近的日志',
}
const counted = (value: number, more: boolean) => (
  <span className="x-num">{`${thousands(value)}${more && value > 0 ? ' 以上' : ''}`}</span>
)
const storedColumns: readonly LineColumn<StoredLine>[] = [
  { key: 'kind', title: '内容', wide: true, render: ({ kind }) => <b>{kindLabels[kind]}</b> },
  { key: 'intl', title: '国际算法', figure: true, render: ({ counts, more }) => counted(counts.intl, more) },
  { key: 'sm', title: '商用密码', figure: true, render: ({ counts, more }) => counted(counts.sm, more) },
]

const Stored = ({ inUse }: { inUse: CryptoUse }) => (
  <Panel title="存量">
    <p className="x-soft">每张表只数前两万行。密码在本人下次登录时更新；日志不改写，各条按自己的套件核对。</p>
    <LineTable
      label="存量"
      lines={inUse.stored}
      columns={storedColumns}
      keyOf={({ kind }) => kind}
      stale={false}
    />
  </Panel>
)
