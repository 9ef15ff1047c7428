import { formatAddress } from '@sukoyaka/rules/person'
import type { Address } from '@sukoyaka/wire/people/account'

const isNumber = /^\d/

/** An address in Japanese. It wraps after the postal code, and numbers such as 5-17-3 stay on one line. */
export function AddressText({ address }: { address: Address }) {
  const [code, ...rest] = formatAddress(address, 'ja').split(' ')
  const parts = [...rest.join(' ').matchAll(/\d[\d-]*|\D+/g)]
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{code}</span>{' '}
      <span style={{ display: 'inline-block' }}>
        {parts.map(({ 0: part, index }) => (
          <span key={index} style={isNumber.test(part) ? { whiteSpace: 'nowrap' } : undefined}>
            {part}
          </span>
        ))}
      </span>
    </>
  )
}
