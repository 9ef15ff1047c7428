import { maxQuantity } from '@sukoyaka/wire/people/cart'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CallError } from '../../../api/call-error.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { yen } from '../../../ui/text/yen.ts'
import { useAddCartItemMutation, useAddRecommendedMutation, useChangeCartItemMutation, useRemoveCartItemMutation } from '../api.ts'
import { ProductPicture } from '../ProductPicture.tsx'
import classes from './Cart.module.css'
import { Stepper } from './Stepper.tsx'
import type { FilledItem } from './use-cart.ts'

/** The quantity that the user chose. Changes during a call are sent together after it. */
const useQuantity = ({ id, quantity }: FilledItem) => {
  const { t } = useTranslation('shop')
  const [change] = useChangeCartItemMutation()
  const [wanted, setWanted] = useState(quantity)
  const latest = useRef(quantity)
  /** The quantity on the server. After a change, the cart as it was before is shown until it is loaded again. */
  const stored = useRef(quantity)
  const isSending = useRef(false)
  useEffect(() => {
    if (isSending.current) return
    latest.current = quantity
    stored.current = quantity
    setWanted(quantity)
  }, [quantity])
  const send = async () => {
    isSending.current = true
    while (latest.current !== stored.current) {
      const next = latest.current
      const { error } = await change({ id, quantity: next })
      if (error) {
        toast.error(t('quantity.failed'), { text: (error as CallError).error })
        latest.current = stored.current
        setWanted(stored.current)
        break
      }
      stored.current = next
    }
    isSending.current = false
  }
  const set = (next: number) => {
    latest.current = next
    setWanted(next)
    if (!isSending.current) void send()
  }
  return { wanted, set }
}

/** Removes an item at once; undo, offered while the product is on sale, puts it back with its quantity and its recommendation. */
const useRemoval = ({ id, product_id, product, quantity, recommendation_id }: FilledItem) => {
  const { t } = useTranslation('shop')
  const [remove] = useRemoveCartItemMutation()
  const [add] = useAddCartItemMutation()
  const [addRecommended] = useAddRecommendedMutation()
  const restore = async () => {
    if (recommendation_id !== null) {
      const { error } = await addRecommended({ recommendation_ids: [recommendation_id] })
      if (error || quantity === 1) return { error }
    }
    return add({ product_id, quantity: recommendation_id === null ? quantity : quantity - 1 })
  }
  const undo = () => void save(restore, { done: t('remove.undone'), failed: t('remove.undoFailed'), text: product.display_name })
  const canRestore = product.is_active && product.stock !== 0
  return () =>
    void save(() => remove({ id }), { done: t('remove.done'), failed: t('remove.failed'), text: product.display_name }, canRestore ? { onUndo: undo } : {})
}

export function CartRow({ item }: { item: FilledItem }) {
  const { t } = useTranslation('shop')
  const language = useLanguage()
  const { wanted, set } = useQuantity(item)
  const remove = useRemoval(item)
  const { product } = item
  const { display_name: name, description, stock, is_active } = product
  const most = Math.min(maxQuantity, stock ?? maxQuantity)
  const problem = !is_active ? t('cart.ended') : stock === 0 ? t('cart.out') : wanted > most ? t('cart.tooMany', { count: most }) : undefined
  return (
    <li className={classes.row}>
      <div className={classes.thumb}>
        <ProductPicture product={product} />
      </div>
      <div className={classes.words}>
        <div className={classes.top}>
          <Link className={classes.name} to={`/shop/products/${product.id}`} lang={recordLang(name, language)}>
            {name}
          </Link>
          <IconButton size="small" label={t('remove.named', { name })} icon={<IconTrash aria-hidden />} onClick={remove} />
        </div>
        <p className={classes.text} lang={recordLang(description, language)}>
          {description}
        </p>
        {problem ? <p className={classes.problem}>{problem}</p> : null}
        <div className={classes.amounts}>
          {is_active ? <Stepper value={wanted} max={most} name={name} onChange={set} /> : null}
          <span className={classes.amount}>{is_active ? yen(product.price_with_tax * wanted) : null}</span>
        </div>
      </div>
    </li>
  )
}
