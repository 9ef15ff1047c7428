import { formatPhone } from '@sukoyaka/rules/person'
import { getSeller, type Seller } from '@sukoyaka/wire/people/seller'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api, queryEndpoint } from '../../api/api.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './SellerPage.module.css'

const { useGetSellerQuery } = api.injectEndpoints({ endpoints: (build) => ({ getSeller: queryEndpoint(build, getSeller) }) })

/** Who sells in the shop and on which terms (特定商取引法に基づく表記), for everybody. */
export function SellerPage() {
  const { t } = useTranslation('seller')
  usePageTitle(t('title'))
  const query = useGetSellerQuery({})
  return (
    <main className={classes.page}>
      <Link to="/shop">{t('back')}</Link>
      <h1>{t('title')}</h1>
      <QueryView query={query} error={t('error')}>
        {(seller) => <Terms seller={seller} />}
      </QueryView>
    </main>
  )
}

const terms = ['price', 'fees', 'payment', 'due', 'delivery', 'regular', 'returns'] as const

function Terms({ seller: { name, representative, address, phone_number, email, registration_number } }: { seller: Seller }) {
  const { t } = useTranslation('seller')
  const named = [
    ['name', name],
    ['representative', representative],
    ['address', address],
    ['phone', phone_number && formatPhone(phone_number)],
    ['email', email],
  ] as const
  return (
    <dl className={classes.terms}>
      {named.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`label.${key}`)}</dt>
          <dd lang={value ? 'ja' : undefined}>{value ?? t('onRequest')}</dd>
        </div>
      ))}
      {registration_number ? (
        <div>
          <dt>{t('label.registration')}</dt>
          <dd>{registration_number}</dd>
        </div>
      ) : null}
      {terms.map((key) => (
        <div key={key}>
          <dt>{t(`label.${key}`)}</dt>
          <dd>{t(`text.${key}`)}</dd>
        </div>
      ))}
    </dl>
  )
}
