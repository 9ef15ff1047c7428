import type { Product } from '@sukoyaka/wire/people/product'
import type { ProductChecks } from '@sukoyaka/wire/people/product-check'
import { IconLock } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { yen } from '../../../ui/text/yen.ts'
import { useListProductsQuery } from '../api.ts'
import { ProductPicture } from '../ProductPicture.tsx'
import { useStockWords } from '../words.ts'
import classes from './Recommend.module.css'

type Check = ProductChecks['items'][number]
type Props = {
  q: string
  onSearch: (q: string) => void
  checks: ProductChecks | undefined
  value: number | null
  onChange: (product_id: number) => void
  error: string | undefined
}

/** Products to choose from, each with the result of its check against the patient's records. Those that need a doctor can be chosen by doctors only. */
export function ProductChoice({ q, onSearch, checks, value, onChange, error }: Props) {
  const { t } = useTranslation('recommend')
  const id = useId()
  const sought = useDebounced(q.trim())
  const { data } = useListProductsQuery({ ...(sought && { q: sought }), include: ['category'] })
  const products = data?.items ?? []
  const checkById = new Map(checks?.items.map((check) => [check.product_id, check]))
  return (
    <div>
      <SearchInput label={t('new.search')} value={q} onChange={onSearch} takesFocus />
      <div
        className={classes.options}
        role="radiogroup"
        aria-label={t('new.products')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      >
        {products.map((product) => (
          <Option
            key={product.id}
            name={id}
            product={product}
            check={checkById.get(product.id)}
            isChosen={product.id === value}
            onChoose={() => onChange(product.id)}
          />
        ))}
        {data && !products.length ? <p className={classes.gone}>{t('new.none')}</p> : null}
      </div>
      {error ? <FieldMessage id={id}>{error}</FieldMessage> : null}
    </div>
  )
}

type OptionProps = { name: string; product: Product; check: Check | undefined; isChosen: boolean; onChoose: () => void }

function Option({ name, product, check, isChosen, onChoose }: OptionProps) {
  const language = useLanguage()
  const stock = useStockWords()(product)
  const words = useCheckWords()
  const isDoctor = useAppSelector(selectMe)?.role === 'doctor'
  const isLocked = check?.needs_doctor === true && !isDoctor
  return (
    <label className={classes.option} data-chosen={isChosen || undefined} data-locked={isLocked || undefined}>
      {isLocked ? <IconLock aria-hidden /> : null}
      <input type="radio" className={isLocked ? 'visually-hidden' : undefined} name={name} checked={isChosen} disabled={isLocked} onChange={onChoose} />
      <span className={classes.small}>
        <ProductPicture product={product} />
      </span>
      <span className={classes.words}>
        <span className={classes.name} lang={recordLang(product.display_name, language)}>
          {product.display_name}
        </span>
        <span className={classes.about} data-level={check?.needs_doctor || undefined}>
          {[check && words(check), stock].filter(Boolean).join('　')}
        </span>
      </span>
      <span className={classes.optionPrice}>{yen(product.price_with_tax)}</span>
    </label>
  )
}

/** The result of a product's check, in a few words. */
const useCheckWords = () => {
  const { t } = useTranslation('recommend')
  return ({ is_known, needs_doctor, findings }: Check) => {
    if (needs_doctor) return t('check.locked')
    const unchecked = findings.filter(({ level }) => level === 'unchecked').length
    const cautions = findings.length - unchecked
    const words = [cautions ? t('check.cautions', { count: cautions }) : '', unchecked || !is_known ? t('check.unchecked', { count: unchecked }) : '']
    return words.filter(Boolean).join('　') || t('check.clear')
  }
}
