import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Cart.module.css'

type Props = { value: number; max: number; name: string; onChange: (value: number) => void }

/** Number of units, at least one. `name` is the product. */
export function Stepper({ value, max, name, onChange }: Props) {
  const { t } = useTranslation('shop')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and a layout of its own
    <div role="group" className={classes.stepper} aria-label={t('quantity.label', { name })}>
      <button type="button" aria-label={t('quantity.less')} aria-disabled={value <= 1 || undefined} onClick={() => value > 1 && onChange(value - 1)}>
        <IconMinus aria-hidden />
      </button>
      <output aria-live="polite">{value}</output>
      <button type="button" aria-label={t('quantity.more')} aria-disabled={value >= max || undefined} onClick={() => value < max && onChange(value + 1)}>
        <IconPlus aria-hidden />
      </button>
    </div>
  )
}
