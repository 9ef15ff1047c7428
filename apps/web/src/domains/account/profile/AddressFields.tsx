import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import classes from './Fields.module.css'
import { addressOf, postalDigits } from './postal-code.ts'
import { type AddressValues, showZip } from './typed-values.ts'

/** Fields of an address; a complete postal code that is known fills in prefecture, city and street; a typed street stays. */
export function AddressFields({ form }: { form: Pick<Form<AddressValues>, 'values' | 'put' | 'field'> }) {
  const { t } = useTranslation('profile')
  const [result, setResult] = useState<'zipFound' | 'zipFoundStreetKept' | 'zipUnknown' | 'zipFailed'>()
  const latest = useRef(form.values)
  latest.current = form.values
  const filledStreet = useRef('')
  const lookUp = async (zip: string) => {
    setResult(undefined)
    const digits = postalDigits(zip)
    if (digits.length !== 7) return
    const address = await addressOf(digits).catch(() => null)
    // the postal code was changed meanwhile
    if (postalDigits(latest.current.zip) !== digits) return
    if (!address) return setResult(address === null ? 'zipFailed' : 'zipUnknown')
    const { street, ...region } = address
    // postal codes have no house number: a typed or stored street would lose it
    const keepsStreet = !['', filledStreet.current].includes(latest.current.street)
    if (!keepsStreet) filledStreet.current = street
    form.put(keepsStreet ? region : address)
    setResult(keepsStreet ? 'zipFoundStreetKept' : 'zipFound')
  }
  return (
    <>
      <TextInput
        label={t('zip')}
        autoComplete="postal-code"
        inputMode="numeric"
        {...form.field('zip')}
        onChange={(event) => {
          const zip = event.currentTarget.value
          form.put({ zip })
          void lookUp(zip)
        }}
      />
      <p className={classes.note} role="status">
        {result ? t(result, { zip: showZip(form.values.zip) }) : null}
      </p>
      <div className={classes.pair}>
        <TextInput label={t('prefecture')} maxLength={10} autoComplete="address-level1" {...form.field('prefecture')} />
        <TextInput label={t('city')} maxLength={100} autoComplete="address-level2" {...form.field('city')} />
      </div>
      <TextInput label={t('street')} maxLength={200} autoComplete="address-line1" {...form.field('street')} />
      <TextInput label={t('building')} maxLength={200} autoComplete="address-line2" {...form.field('building')} />
    </>
  )
}
