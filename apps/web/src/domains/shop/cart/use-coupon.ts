import { useFormDraft } from '../../../ui/form/use-form-draft.ts'

/** The coupon code in use; it survives a reload and is gone after signing out. */
export const useCoupon = () => {
  const { value, set, forget } = useFormDraft('shop/coupon', '')
  const remove = () => {
    set('')
    forget()
  }
  return { code: value, use: set, remove }
}

export type CouponInUse = ReturnType<typeof useCoupon>
