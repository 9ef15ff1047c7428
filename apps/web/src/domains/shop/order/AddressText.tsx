import { formatAddress } from '@sukoyaka/rules/person'
import type { Address } from '@sukoyaka/wire/people/account'

/** An address in Japanese. It wraps after the postal code, and numbers such as 5-17-3 stay on one line. */
export function AddressText({ address }: { address: Address }) {
  const [code, ...lines] = formatAddress(address, 'ja').split(' ')
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{code}</span>{' '}
      <span style={{ display: 'inline-block' }}>
        {lines
          .join(' ')
          .split(/(\d[\d-]*)/)
          .map((part, i) =>
            i % 2 ? (
              <span key={`${i}`} style={{ whiteSpace: 'nowrap' }}>
                {part}
              </span>
            ) : (
              part
            ),
          )}
      </span>
    </>
  )
}
