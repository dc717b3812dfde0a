import { BlockList, isIP } from 'node:net'

/** Networks that nobody offers a service to us from: this machine, private networks, the metadata of clouds. */
const internalNetworks = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'] as const),
  ...(['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3', '::/127', 'fc00::/7', 'fe80::/10'] as const),
]
const internal = new BlockList()
for (const network of internalNetworks) {
  const [address, bits] = network.split('/') as [string, string]
  internal.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
const internalName = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/

/** Whether a host is inside the house, as far as its name or address says so. */
function isInternal(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const family = isIP(address)
  if (family !== 0) return internal.check(address, family === 6 ? 'ipv6' : 'ipv4')
  return internalName.test(address) || !address.includes('.')
}

/**
 * What is wrong with the address of a provider: it is no http(s) URL, or has more in it than host and path; it is inside
 * the house, where that is not allowed. Null for nothing.
 */
export function addressFault(
  address: string,
  { internalAllowed }: { readonly internalAllowed: boolean },
): 'not_http' | 'internal_address' | null {
  if (!URL.canParse(address)) return 'not_http'
  const { protocol, username, password, search, hash, hostname } = new URL(address)
  if (!/^https?:$/.test(protocol) || username || password || search || hash) return 'not_http'
  return !internalAllowed && isInternal(hostname) ? 'internal_address' : null
}
