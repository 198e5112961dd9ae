// Works before the shop's script loads. A separate file because the CSP forbids inline scripts.
document.getElementById('reload')?.addEventListener('click', () => location.reload());
