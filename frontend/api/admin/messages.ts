/** Fallback messages of dashboard calls, used when neither the server nor the error has one. */
export const adminFallback = {
  changeCommentStatus: 'Change comment status failed. Please try again.',
  deleteComment: 'Delete comment failed. Please try again.',
  addProduct: 'Add product failed. Please try again.',
  editProduct: 'Edit product failed. Please try again.',
  deleteProduct: 'Delete product failed. Please try again.',
  editUser: 'Edit user failed. Please try again.',
  deleteUser: 'Delete user failed. Please try again.',
  addCategory: 'Add category failed. Please try again.',
  editCategory: 'Edit category failed. Please try again.',
  deleteCategory: 'Delete category failed. Please try again.',
  refund: 'Refund failed. Please try again.',
  checkOrder: 'Checking the payment failed. Please try again.',
  retryMail: 'Retrying the email failed. Please try again.',
  retryAllMails: 'Retrying the emails failed. Please try again.',
  import: 'Import failed. Please try again.',
  export: 'Export failed. Please try again.',
} as const;
