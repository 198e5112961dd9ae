import Koa from 'koa';

/** What Koa itself costs: every other figure is told as a share of this one. */
const app = new Koa();
app.use((ctx) => {
  ctx.body = { status: 'success' };
});
app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit(0));
