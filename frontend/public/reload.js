// A file of its own, because it is for the time in which the shop's script is not there, and the server allows no inline script.
document.getElementById('reload')?.addEventListener('click', () => location.reload());
