// Reads the roster whole, or what changed since a time: node roster.mjs <address> [since], with the token in XINGTAN_TOKEN.
const [portal = '', since] = process.argv.slice(2)
const headers = { authorization: `Bearer ${process.env.XINGTAN_TOKEN ?? ''}` }
// The time of a change is not that of its commit: begin ten minutes before your last run began.
const filter = since === undefined ? {} : { filter: `dateLastModified>='${since}'` }

let next = `/ims/oneroster/rostering/v1p2/users?${new URLSearchParams({ limit: '500', ...filter })}`
while (next) {
  const response = await fetch(new URL(next, portal), { headers })
  if (response.status === 429) {
    await new Promise((go) => setTimeout(go, 60_000))
    continue
  }
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  for (const { sourcedId, status, familyName = '', givenName = '', roles } of (await response.json()).users)
    console.log([sourcedId, status, familyName + givenName, roles?.[0].org.sourcedId ?? ''].join('\t'))
  next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
}
